import { createHash } from "node:crypto"
import { Markup } from "./markup"

/** A script of ours in a page, and the directive of the page's policy that lets it run, and no other. */
export interface InlineScript {
  readonly element: Markup
  readonly policy: { readonly "script-src": string }
}

export function inlineScript(code: string): InlineScript {
  const digest = createHash("sha256").update(code).digest("base64")
  return { element: new Markup(`<script>${code}</script>`), policy: { "script-src": `'sha256-${digest}'` } }
}
