import { readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { ROOT, addressOf, pageFiles } from "./pages"

/** The address under which the site has a copy of a file of the repository that is not a page. */
export const copyOf = (file: string): string => `/files/${file}.txt`

/** The anchor of a heading, as GitHub computes it. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-")
}

/** What a link in a page leads to: an address of the site, or the fault of the link. */
export interface Target {
  readonly href: string
  /** The file that must be copied to the site, relative to the checkout. */
  readonly copied?: string
  readonly fault?: string
}

/** Read once: a page that is created while the site is previewed is found after a restart. */
let pages: ReadonlySet<string> | undefined

/**
 * Resolves a link between files of the repository, such as `../README.md#more` in docs/a2a.md, to an address of the
 * site. A link to another site or within the page stays as it is.
 */
export function resolveLink(from: string, href: string): Target {
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(href)) return { href }
  const [path = "", anchor] = href.split("#")
  const file = path ? posix.join(posix.dirname(from), decodeURI(path)) : from
  pages ??= new Set(pageFiles())
  if (!pages.has(file)) return resolveFile(from, href, file)
  if (anchor && !anchorsOf(file).has(anchor))
    return { href, fault: `${from} links to ${href}, but ${file} has no such anchor.` }
  return { href: path ? `${addressOf(file)}${anchor ? `#${anchor}` : ""}` : href }
}

function resolveFile(from: string, href: string, file: string): Target {
  if (!file.startsWith("..") && statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile())
    return { href: copyOf(file), copied: file }
  return { href, fault: `${from} links to ${href}, but ${file} is not a file of the repository.` }
}

const known = new Map<string, ReadonlySet<string>>()

/** The anchors of a page: those in its text, and those of its headings. A repeated heading gets -1, -2 and so on. */
function anchorsOf(file: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, file), "utf8")
  const anchors = known.get(text) ?? anchorsIn(text)
  known.set(text, anchors)
  return anchors
}

function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ""] of withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"))
    let anchor = plain
    for (let count = 1; anchors.has(anchor); count++) anchor = `${plain}-${count}`
    anchors.add(anchor)
  }
  for (const [, id = ""] of text.matchAll(/<a id="([^"]+)">/g)) anchors.add(id)
  return anchors
}

/** A page's text without its blocks of code. */
export function withoutFences(text: string): string {
  return text.replaceAll(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, "")
}
