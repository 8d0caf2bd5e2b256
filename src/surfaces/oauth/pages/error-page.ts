import { layout } from "./layout"
import { markup } from "../../markup"
import type { Texts } from "./texts"

/** Says what is wrong. It has no link: whatever the URL contained, nothing of it leads anywhere. */
export function errorPage(texts: Texts, sentence: string): string {
  return layout(
    texts.lang,
    texts.error_title,
    markup`<p role="alert" class="fault">${sentence}</p>
<p>${texts.error_advice}</p>`
  )
}
