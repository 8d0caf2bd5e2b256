import { markup } from "../../../gateway/markup"
import { layout } from "../../../gateway/pages/layout"
import type { Refusal, Texts } from "./oauth-texts"

/**
 * The error page. `detail` is for the client's developer. It has no link, so nothing from the request's URL can become
 * one.
 */
export function errorPage(
  texts: Texts,
  refusal: Refusal,
  advice: keyof Texts["error_advice"],
  detail?: string
): string {
  return layout({
    lang: texts.lang,
    title: texts.error_title,
    content: markup`<p role="alert" class="fault">${texts.refusals[refusal]}</p>
${detail && markup`<p class="soft" lang="en">${detail}</p>`}
<p>${texts.error_advice[advice]}</p>`,
  })
}
