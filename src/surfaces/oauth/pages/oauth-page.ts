import { localizedPage } from "../../../gateway/pages/localized-page"
import type { RawReply } from "../../../gateway/reply"
import type { Texts } from "./oauth-texts"

/**
 * Responds with a page in the language of its texts. `formTargets` are further origins that its forms may lead to:
 * browsers apply form-action also to the redirect after a POST.
 */
export function page(
  { lang }: Texts,
  content: string,
  status = 200,
  formTargets: readonly string[] = []
): RawReply {
  return localizedPage(lang, content, status, { "form-action": ["'self'", ...formTargets].join(" ") })
}
