import { createHash } from "node:crypto"
import { Markup } from "./markup"

/** An inline script for a page, and the Content-Security-Policy directive that allows this script only. */
export interface InlineScript {
  readonly element: Markup
  readonly policy: { readonly "script-src": string }
}

/** Creates the script element. `code` is not escaped, so it must not contain `</script>`. */
export function inlineScript(code: string): InlineScript {
  const digest = createHash("sha256").update(code).digest("base64")
  return { element: new Markup(`<script>${code}</script>`), policy: { "script-src": `'sha256-${digest}'` } }
}
