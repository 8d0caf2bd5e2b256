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

type Imports = (file: string) => readonly string[]

/** The cycles that are found from a file, each as the files on it. Leaves out the files that are `done`, and adds to them. */
function cyclesFrom(file: string, path: readonly string[], done: Set<string>, imports: Imports): string[] {
  const at = path.indexOf(file)
  if (at >= 0) return [[...path.slice(at), file].join(" → ")]
  if (done.has(file)) return []
  const cycles = imports(file).flatMap((one) => cyclesFrom(one, [...path, file], done, imports))
  done.add(file)
  return cycles
}

/** The cycles of imports among files, each once. Adds all files to `done`. */
function cyclesIn(all: Iterable<string>, imports: Imports, done = new Set<string>()): string[] {
  return [...all].flatMap((file) => cyclesFrom(file, [], done, imports))
}

it("an import of a type, of a folder and of a component is seen", () => {
  expect(importsOf(join("src", "workflows", "checkout", "check-purchase.ts"))).toContain(
    "src/workflows/checkout/paid.ts"
  )
  expect(importsOf(join("src", "workflows", "checkout", "pay-checkout.ts"))).toContain(
    "src/payment-routes/index.ts"
  )
  expect(importsOf(join("src", "admin", "components", "common", "cards.tsx"))).toContain(
    "src/admin/components/common/text-link.tsx"
  )
})

it("a cycle is named once, however many files lead to it", () => {
  const graph: Record<string, string[]> = { a: ["b"], b: ["c"], c: ["a"], d: ["b", "c"], e: ["d"], f: [] }
  expect(cyclesIn(["e", "d", "a", "b", "c", "f"], (file) => graph[file] ?? [])).toEqual(["b → c → a → b"])
  expect(cyclesIn(["e", "f"], (file) => (file === "e" ? ["f"] : []))).toEqual([])
})

it("no file imports itself through other files, not even for a type", () => {
  const done = new Set<string>()
  expect(cyclesIn(files, importsOf, done)).toEqual([])
  expect(done.size).toBe(files.size)
})
