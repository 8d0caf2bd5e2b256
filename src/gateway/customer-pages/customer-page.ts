import type { Call } from "../call"
import { type Markup, markup } from "../markup"
import { layout } from "../pages/layout"
import { localizedPage } from "../pages/localized-page"
import { logoPolicy } from "../pages/store-header"
import { type StoreIdentity, storeIdentity } from "../pages/store-identity"
import type { RawReply } from "../reply"
import { textsFor } from "./languages"
import type { Texts } from "./texts"

/** The contents of a page. `outcome` is its result in one word, for scripts. */
export interface CustomerPage {
  readonly outcome: string
  readonly title: string
  readonly content: Markup
  readonly head?: Markup | undefined
}

/** The language that the browser prefers, and the store that the page belongs to. */
export interface Setting {
  readonly texts: Texts
  readonly store: StoreIdentity
}

/** The texts in the language that the browser prefers. */
export const textsOf = ({ headers }: Call): Texts => textsFor(headers["accept-language"])

/** The language and store for the pages of this request. */
export async function settingOf(call: Call): Promise<Setting> {
  return { texts: textsOf(call), store: await storeIdentity(call) }
}

/**
 * A page of the store for the customer on the way to the bank or back, with the store's name and logo and a link back
 * to the storefront. `policy` has the Content-Security-Policy directives that differ from the default.
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
  return localizedPage(texts.lang, made, status, { ...logoPolicy(store), ...policy })
}

/** A link that looks like a button. */
export const linkTo = (url: string, text: string): Markup =>
  markup`<a class="action" href="${url}">${text}</a>`
