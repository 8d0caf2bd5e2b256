import { markup } from "../../markup"
import { layout } from "../../pages/layout"
import type { Refusal, Texts } from "./texts"

/**
 * Says what is wrong; `detail` is for the application's developer. It has no link: whatever the URL contained, nothing
 * of it leads anywhere.
 */
export function errorPage(texts: Texts, refusal: Refusal, detail?: string): string {
  return layout({
    lang: texts.lang,
    title: texts.error_title,
    content: markup`<p role="alert" class="fault">${texts.refusals[refusal]}</p>
${detail && markup`<p class="soft" lang="en">${detail}</p>`}
<p>${texts.error_advice}</p>`,
  })
}
