import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { REPO_ROOT } from "../../demo/paths"

const read = (path: string) => readFileSync(join(REPO_ROOT, path), "utf8")

const { peerDependencies, devDependencies } = JSON.parse(read("package.json")) as {
  peerDependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const oldest = peerDependencies["@medusajs/medusa"]?.replace("^", "") ?? "none"
const current = devDependencies["@medusajs/medusa"] ?? "none"

it("the package is tested on the oldest version of Medusa that it accepts, the current and the newest one", () => {
  expect(read(".github/workflows/medusa.yml")).toContain(`medusa: [${oldest}, ${current}, latest]`)
})

it("every package of Medusa is accepted in the same versions", () => {
  expect(new Set(Object.values(peerDependencies))).toEqual(new Set([`^${oldest}`]))
})

it.each(["README.md", "docs/install.md"])("%s names the oldest version and the current one", (page) => {
  expect(read(page)).toMatch(
    new RegExp(`Medusa\\s+${oldest.replaceAll(".", "\\.")}\\s+or\\s+a\\s+later\\s+2\\.x`)
  )
  expect(read(page)).toContain(current)
})
