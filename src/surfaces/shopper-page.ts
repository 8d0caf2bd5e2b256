import { type Markup, markup } from "./markup"
import { type RawReply, html } from "./reply"

/** What a page tells the shopper. `outcome` is the same in one word, for scripts. */
interface ShopperPage {
  readonly outcome: string
  readonly title: string
  readonly content: Markup
  readonly head?: Markup
}

/** A page for the shopper on the way to the bank or back, with the directives in which its policy differs. */
export function shopperPage(
  { outcome, title, content, head }: ShopperPage,
  status = 200,
  policy: Record<string, string> = {}
): RawReply {
  const page = markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #18181b; background: #fafafa; margin: 0; display: grid; min-height: 100vh; place-items: center }
main { background: #fff; border: 1px solid #e4e4e7; border-radius: 12px; padding: 2rem; max-width: 26rem; margin: 1rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
button { font: inherit; font-weight: 600; width: 100%; padding: .75rem; color: #fff; background: #18181b; border: 0; border-radius: 8px; cursor: pointer }
</style></head>
<body><main data-outcome="${outcome}"><h1>${title}</h1>${content}</main></body>
</html>`
  return html(page.html, status, policy)
}
