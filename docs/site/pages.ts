import { readdirSync } from "node:fs"
import { join } from "node:path"

/** The root folder of the checkout. */
export const ROOT = process.cwd()

/** Pages that are not in docs/, and the name of each on the site. */
const OUTSIDE: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "security-policy.md",
  "CHANGELOG.md": "changelog.md",
}

/** The files of all pages of the site, relative to the checkout. */
export function pageFiles(): string[] {
  const files = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
  const pages = files.filter((file) => file.endsWith(".md") && !file.startsWith("."))
  return [...Object.keys(OUTSIDE), ...pages.map((file) => `docs/${file.replaceAll("\\", "/")}`)]
}

/** The Markdown file of a page on the site: docs/decisions/README.md becomes decisions/index.md. */
export function nameOf(file: string): string {
  return OUTSIDE[file] ?? file.replace(/^docs\//, "").replace(/(^|\/)README\.md$/, "$1index.md")
}

/** The address of a page on the site: docs/a2a.md is at /a2a, and README.md at /. */
export function addressOf(file: string): string {
  return `/${nameOf(file)}`.replace(/\.md$/, "").replace(/\/index$/, "/")
}
