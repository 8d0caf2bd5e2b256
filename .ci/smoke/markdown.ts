import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./package"

/** A block of code that begins at the start of a line. */
export interface Block {
  readonly language: string
  readonly code: string
}

/** The text of a page in `docs`. */
export const readPage = (page: string): string => readFileSync(join(ROOT, "docs", page), "utf8")

/** The title and the blocks of code of each `##` section. The first one is the page's beginning; its title is a `#` line. */
export function sectionsOf(page: string): (readonly [title: string, blocks: readonly Block[]])[] {
  return page.split(/^## /m).map((section) => {
    const [title = ""] = section.split("\n", 1)
    return [title, blocksIn(section)] as const
  })
}

function blocksIn(section: string): Block[] {
  const blocks = section.matchAll(/^```(\w*)\n(.*?)^```$/gms)
  return [...blocks].map(([, language = "", code = ""]) => ({ language, code }))
}
