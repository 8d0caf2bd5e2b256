import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { preProcessFile } from "typescript"
import { expect, it } from "vitest"

const ENDINGS = [".ts", ".tsx", "/index.ts"]

const files = new Set(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("__tests__"))
    .map((file) => join("src", file))
)

/** The files that a file imports, also those of which it imports only types. */
function importsOf(file: string): string[] {
  const { importedFiles } = preProcessFile(readFileSync(file, "utf8"))
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith("."))
    .flatMap(({ fileName }) => ENDINGS.map((ending) => join(file, "..", fileName) + ending))
    .filter((candidate) => files.has(candidate))
}

/** The files on a path of imports that leads back to its beginning. Undefined if there is none. */
function cycleFrom(file: string, path: readonly string[], done: Set<string>): readonly string[] | undefined {
  const at = path.indexOf(file)
  if (at >= 0) return [...path.slice(at), file]
  if (done.has(file)) return undefined
  for (const imported of importsOf(file)) {
    const cycle = cycleFrom(imported, [...path, file], done)
    if (cycle) return cycle
  }
  done.add(file)
  return undefined
}

it("an import of a type, of a folder and of a component is seen", () => {
  expect(importsOf(join("src", "workflows", "checkout", "check-duplicate.ts"))).toContain(
    "src/workflows/checkout/paid.ts"
  )
  expect(importsOf(join("src", "workflows", "checkout", "pay-checkout.ts"))).toContain(
    "src/payment-routes/index.ts"
  )
  expect(importsOf(join("src", "admin", "components", "common", "cards.tsx"))).toContain(
    "src/admin/components/common/text-link.tsx"
  )
})

it("no file imports itself through other files, not even for a type", () => {
  const done = new Set<string>()
  expect([...files].flatMap((file) => cycleFrom(file, [], done) ?? [])).toEqual([])
  expect(done.size).toBe(files.size)
})
