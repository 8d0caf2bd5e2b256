import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { defineConfig } from "vitepress"
import { copyOf, slug } from "../site/links.js"
import { siteMarkdown } from "../site/markdown.js"
import { sidebar } from "../site/navigation.js"
import { ROOT, addressOf, nameOf, pageFiles } from "../site/pages.js"

const { version, description } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  version: string
  description: string
}

/** Files of the repository that pages link to. */
const copied = new Set<string>()

/** Long lists for contributors, which would hide the answers to a newcomer's search. */
const UNSEARCHED = /^docs\/(requirements\.md|decisions\/)/

/** Pages of wide tables, which are read without an outline beside them. */
const WIDE = /^docs\/(reference\/|requirements\.md|configuration\.md)/

/** The folders that have no pages. */
function otherFolders(): string[] {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.filter(({ name }) => name !== "docs").map(({ name }) => `${name}/**`)
}

export default defineConfig({
  lang: "en-US",
  title: "Agentic Gateway",
  description,
  srcDir: "..",
  outDir: "../.site",
  cacheDir: "../.cache/vitepress",
  srcExclude: otherFolders(),
  rewrites: Object.fromEntries(pageFiles().map((file) => [file, nameOf(file)])),
  cleanUrls: true,
  ignoreDeadLinks: "localhostLinks",
  head: [["link", { rel: "icon", href: "data:," }]],
  vite: { publicDir: false },
  markdown: {
    anchor: { slugify: slug },
    attrs: { disable: true },
    config: (md) => siteMarkdown(md.disable("emoji"), copied),
  },
  themeConfig: {
    nav: [
      { text: "Install", link: addressOf("docs/install.md") },
      { text: "Tour", link: addressOf("docs/tour.md") },
      { text: "Protocols", link: addressOf("docs/a2a.md") },
      { text: "Reference", link: addressOf("docs/reference/routes.md") },
      { text: version, link: addressOf("CHANGELOG.md") },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        _render: (source, env, md) => (UNSEARCHED.test(env.relativePath) ? "" : md.render(source, env)),
      },
    },
    footer: { message: "MIT licensed." },
  },
  transformPageData({ filePath, frontmatter }) {
    if (WIDE.test(filePath)) frontmatter.aside = false
  },
  buildEnd({ outDir }) {
    for (const file of copied) {
      const to = join(outDir, copyOf(file))
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(join(ROOT, file), to)
    }
  },
})
