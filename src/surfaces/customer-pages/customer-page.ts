import type { Call } from "../call"
import { type Markup, markup } from "../markup"
import { layout } from "../pages/layout"
import { localizedPage } from "../pages/localized-page"
import { policySource } from "../pages/policy-source"
import { type StoreIdentity, storeIdentity } from "../pages/store-identity"
import type { RawReply } from "../reply"
import { textsFor } from "./languages"
import type { Texts } from "./texts"

/** What a page tells the customer. `outcome` is the same in one word, for scripts. */
export interface CustomerPage {
  readonly outcome: string
  readonly title: string
  readonly content: Markup
  readonly head?: Markup | undefined
}

/** What a page is made with: the language the browser asks for, and whose page it is. */
export interface Setting {
  readonly texts: Texts
  readonly store: StoreIdentity
}

/** The texts of the pages in the language the browser asks for. */
export const textsOf = ({ headers }: Call): Texts => textsFor(headers["accept-language"])

export async function settingOf(call: Call): Promise<Setting> {
  return { texts: textsOf(call), store: await storeIdentity(call) }
}

/**
 * A page of the store's for the customer on the way to the bank or back: its name and logo, and a link back to the
 * storefront. `policy` has the directives in which its Content-Security-Policy differs.
 */
export function customerPage(
  { texts, store }: Setting,
  { content, ...page }: CustomerPage,
  status = 200,
  policy: Record<string, string> = {}
): RawReply {
  const made = layout({
    ...page,
    lang: texts.lang,
    store,
    content: markup`${content}${store.url && linkTo(store.url, texts.back_to(store.name))}`,
  })
  const images: Record<string, string> = store.logo_url ? { "img-src": policySource(store.logo_url) } : {}
  return localizedPage(texts.lang, made, status, { ...images, ...policy })
}

/** A link as large as a button. */
export const linkTo = (url: string, text: string): Markup =>
  markup`<a class="action" href="${url}">${text}</a>`
