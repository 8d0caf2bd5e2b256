import type { Call } from "../call"
import { type Markup, markup } from "../markup"
import type { Texts } from "./texts"

/** How often a page reloads: every three seconds, for five minutes. */
const MAX_RELOADS = 100
const PAUSE_SECONDS = 3

/** The reload of a page whose outcome is not known yet: without a script, and limited in number; after that a link. */
export function reloadScript({ query }: Call, texts: Texts): { head?: Markup; content: Markup } {
  const reloads = reloadsIn(query.get("look"))
  const link = markup`<a class="action key" href="?look=0">${texts.look_again}</a>`
  if (reloads >= MAX_RELOADS) return { content: markup`<p>${texts.takes_longer}</p>${link}` }
  const address = `${PAUSE_SECONDS}; url=?look=${reloads + 1}`
  return {
    head: markup`\n<meta http-equiv="refresh" content="${address}">`,
    content: markup`<p class="soft">${texts.looks_again}</p>`,
  }
}

/** The number of reloads so far, from the address. It decides nothing else. */
function reloadsIn(text: string | null): number {
  return /^\d{1,3}$/.test(text ?? "") ? Number(text) : 0
}
