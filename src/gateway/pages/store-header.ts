import { type Markup, markup } from "../markup"
import { policySource } from "./policy-source"
import type { StoreIdentity } from "./store-identity"

/** The store's logo and name, linked to the storefront. */
export function storeHeader({ name, logo_url, url }: StoreIdentity): Markup {
  const logo = logo_url && markup`<img src="${logo_url}" alt="">`
  const shown = markup`${logo}${name}`
  return markup`<header>${url ? markup`<a href="${url}">${shown}</a>` : markup`<span>${shown}</span>`}</header>`
}

/** The Content-Security-Policy directive that lets a page show the logo. */
export const logoPolicy = ({ logo_url }: StoreIdentity): Record<string, string> =>
  logo_url ? { "img-src": policySource(logo_url) } : {}
