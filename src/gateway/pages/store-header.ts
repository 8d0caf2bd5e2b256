import { type Markup, markup } from "../markup"
import type { StoreIdentity } from "./store-identity"

/** The store's logo and name, linked to the storefront. */
export function storeHeader({ name, logo_url, url }: StoreIdentity): Markup {
  const logo = logo_url && markup`<img src="${logo_url}" alt="">`
  const shown = markup`${logo}${name}`
  return markup`<header>${url ? markup`<a href="${url}">${shown}</a>` : markup`<span>${shown}</span>`}</header>`
}
