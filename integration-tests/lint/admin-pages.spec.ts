import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const routes = join(__dirname, "../../src/admin/routes")

const pages = readdirSync(routes, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith("page.tsx")
)

it("finds the pages of the admin", () => {
  expect(pages).toContain(join("agentic-commerce", "page.tsx"))
})

it.each(pages)("%s renders the elements common to all pages of the plugin [ADM-26]", (page) => {
  expect(readFileSync(join(routes, page), "utf8")).toMatch(/return \(\s*<Page>/)
})
