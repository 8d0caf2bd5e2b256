import { readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { expect, it } from "vitest"

const MODULES = join(__dirname, "../modules")

it("migrations of all modules have names of their own: of two with one name only the first is run", () => {
  const files = readdirSync(MODULES, { recursive: true, encoding: "utf8" })
  const names = files.map((file) => basename(file)).filter((file) => /^Migration\d+\.ts$/.test(file))
  expect(names.length).toBeGreaterThan(5)
  expect([...new Set(names)].sort()).toEqual([...names].sort())
})
