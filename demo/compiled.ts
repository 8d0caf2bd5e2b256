import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { transform, type Options } from "@swc/core"
import { CODE_ROOT, REPO_ROOT } from "./paths"
import { replaceFile } from "./replace-file"

/** The compiled copy of the checkout: the same folders, with `.js` files instead of `.ts` files. */
const OUTPUT = join(REPO_ROOT, ".cache", "compiled")
const MANIFEST = join(OUTPUT, "manifest.json")

/** The sources that a store process loads. The admin's sources are linked, because Vite compiles them itself. */
const SOURCES = ["medusa-config.ts", "src", "demo", "bench", "stripe-double", "integration-tests/support"]
const ADMIN = "src/admin"

/** The options of ts-node, so that code behaves the same when it is compiled in memory and on disk. */
const OPTIONS: Options = {
  swcrc: false,
  sourceMaps: true,
  module: { type: "commonjs", ignoreDynamic: true },
  jsc: {
    target: "es2022",
    keepClassNames: true,
    parser: { syntax: "typescript", decorators: true, dynamicImport: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
}

/** The digest of each compiled source, by its path relative to the checkout. */
type Manifest = Record<string, string>

let compiled: Promise<void> | undefined

/**
 * Returns the compiled form of a TypeScript file next to the running code. The first call of a process compiles every
 * source that has changed since the last compilation and removes the output of deleted sources. Concurrent processes
 * write the same files, each in one step.
 */
export async function compiledScript(script: string): Promise<string> {
  if (CODE_ROOT !== OUTPUT) await (compiled ??= compile())
  return join(OUTPUT, compiledName(relative(CODE_ROOT, script)))
}

async function compile(): Promise<void> {
  const old = readManifest()
  const current: Manifest = {}
  const changed: string[] = []
  for (const source of SOURCES.flatMap(filesOf)) {
    current[source] = digest(readFileSync(join(REPO_ROOT, source)))
    if (current[source] !== old[source] || !existsSync(join(OUTPUT, compiledName(source))))
      changed.push(source)
  }
  const removed = Object.keys(old).filter((source) => !(source in current))
  linkAdmin()
  if (changed.length + removed.length === 0) return
  await Promise.all(changed.map(compileFile))
  for (const source of removed) rmSync(join(OUTPUT, compiledName(source)), { force: true })
  replaceFile(MANIFEST, JSON.stringify(current))
}

async function compileFile(source: string): Promise<void> {
  const filename = join(REPO_ROOT, source)
  const { code, map } = await transform(readFileSync(filename, "utf8"), { ...OPTIONS, filename })
  const output = join(OUTPUT, compiledName(source))
  mkdirSync(dirname(output), { recursive: true })
  if (map) replaceFile(`${output}.map`, map)
  replaceFile(output, code)
}

/** The TypeScript files of a folder, or the file itself, without tests and the admin's sources. */
function filesOf(path: string): string[] {
  if (path.endsWith(".ts")) return [path]
  return readdirSync(join(REPO_ROOT, path), { withFileTypes: true }).flatMap((entry) => {
    const child = `${path}/${entry.name}`
    if (entry.isDirectory()) return child === ADMIN || entry.name === "__tests__" ? [] : filesOf(child)
    return /\.ts$/.test(entry.name) && !/\.(spec|d)\.ts$/.test(entry.name) ? [child] : []
  })
}

const compiledName = (source: string) => source.replace(/\.ts$/, ".js")

/** The digest of a source. It also depends on the compiler and its options. */
function digest(text: Buffer): string {
  return createHash("sha256").update(COMPILER).update(text).digest("base64url")
}

const COMPILER = createHash("sha256")
  .update(readFileSync(join(dirname(require.resolve("@swc/core")), "package.json")))
  .update(JSON.stringify(OPTIONS))
  .digest()

function readManifest(): Manifest {
  return existsSync(MANIFEST) ? (JSON.parse(readFileSync(MANIFEST, "utf8")) as Manifest) : {}
}

function linkAdmin(): void {
  const link = join(OUTPUT, ADMIN)
  if (existsSync(link)) return
  mkdirSync(dirname(link), { recursive: true })
  try {
    symlinkSync(join(REPO_ROOT, ADMIN), link, "junction")
  } catch (error) {
    if (!existsSync(link)) throw error
  }
}
