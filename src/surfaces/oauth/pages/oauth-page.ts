import type { Call } from "../../../gateway/call"
import { layout, type Page } from "../../../gateway/pages/layout"
import { localizedPage } from "../../../gateway/pages/localized-page"
import { logoPolicy } from "../../../gateway/pages/store-header"
import { type StoreIdentity, storeIdentity } from "../../../gateway/pages/store-identity"
import type { RawReply } from "../../../gateway/reply"
import type { Texts } from "./oauth-texts"

/** What a page adds to the layout. */
export type PageParts = Pick<Page, "title" | "prefix" | "content">

/**
 * Responds with a page under the store's name and logo, in the language of its texts. They are no link, because a person
 * who follows it would lose the request that they decide about. `form_targets` are further origins
 * that its forms may lead to: browsers apply form-action also to the redirect after a POST.
 */
export async function storePage(
  call: Call,
  texts: Texts,
  render: (store: StoreIdentity) => PageParts,
  { status = 200, form_targets = [] }: { status?: number; form_targets?: readonly string[] } = {}
): Promise<RawReply> {
  const store = await storeIdentity(call)
  const content = layout({ ...render(store), lang: texts.lang, store: { ...store, url: undefined } })
  return localizedPage(texts.lang, content, status, {
    ...logoPolicy(store),
    "form-action": ["'self'", ...form_targets].join(" "),
  })
}
