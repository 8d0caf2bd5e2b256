import { createHash } from "node:crypto"
import { inlineScript } from "../../../../gateway/inline-script"
import { Markup, markup } from "../../../../gateway/markup"
import { SCRIPT } from "./script"
import { STYLE } from "./style"

const { element: script, policy } = inlineScript(SCRIPT)
const styleHash = createHash("sha256").update(STYLE).digest("base64")

/** What the configuration decides about the document. */
interface Setting {
  /** The store's page that leads the buyer of a checkout to the payment page, without the checkout's id at its end. */
  readonly continue_url: string
  readonly image_origins: readonly string[]
}

/**
 * The document that shows results. Its own policy admits its script, its style and images of these origins only: a host's
 * policy also admits scripts of the origins from which it admits images.
 */
export function shopDocument({ continue_url, image_origins }: Setting): string {
  const directives = [
    "default-src 'none'",
    `script-src ${policy["script-src"]}`,
    `style-src 'sha256-${styleHash}'`,
    `img-src ${image_origins.join(" ") || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(directives.join("; "))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Store</title>
<style>${new Markup(STYLE)}</style>
</head>
<body data-continue="${continue_url}">
<main>
<h1 id="title"></h1>
<p id="status" role="status"></p>
<div id="content"></div>
<div id="actions"></div>
</main>
${script}
</body>
</html>
`.html
}
