import { relative } from "node:path"
import type { MarkdownRenderer } from "vitepress"
import { resolveLink } from "./links"
import { ROOT } from "./pages"
import { sequenceSvg } from "./sequence-svg"

/** Makes the links and the diagrams of the repository's Markdown work on the site. */
export function siteMarkdown(md: MarkdownRenderer, copied: Set<string>): void {
  md.core.ruler.push("repository-links", (state) => {
    const { realPath, path } = state.env as { realPath?: string; path: string }
    const from = relative(ROOT, realPath ?? path).replaceAll("\\", "/")
    for (const block of state.tokens)
      for (const token of block.children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null
        if (href) token.attrSet("href", addressIn(from, href, copied))
      }
  })
  const fence = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index]
    if (token?.info.trim() === "mermaid") return sequenceSvg(token.content)
    return fence?.(tokens, index, options, env, self) ?? ""
  }
}

/** Throws when the link is dead, so that the build fails. */
function addressIn(from: string, href: string, copied: Set<string>): string {
  const target = resolveLink(from, href)
  if (target.fault) throw new Error(target.fault)
  if (target.copied) copied.add(target.copied)
  return target.href
}
