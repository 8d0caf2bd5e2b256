import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs"
import Module from "node:module"
import { dirname, join } from "node:path"
import vm from "node:vm"
import { REPO_ROOT } from "../../demo/paths"
import { replaceFile } from "../../demo/replace-file"

/** The parts of Node.js's loader of CommonJS modules that this file replaces. */
interface Loader {
  _resolveFilename(request: string, parent?: NodeModule, isMain?: boolean, options?: object): string
  _resolveLookupPaths(request: string, parent: NodeModule): string[] | null
  _extensions: NodeJS.RequireExtensions
  _cache: NodeJS.Dict<NodeModule>
  readonly prototype: { _compile(this: NodeModule, code: string, filename: string, format?: string): unknown }
}

/** Where the compiled code of each file is, and the file of each request of a folder. */
interface Index {
  readonly code: Readonly<Record<string, readonly [start: number, end: number]>>
  readonly files: Readonly<Record<string, string>>
}

const loader = Module as unknown as Loader
const { _resolveFilename: resolve } = loader
const { _compile: compile } = loader.prototype

/** The folder's own path, which Node.js names modules by, also when a link leads there. */
const PACKAGES = join(realpathSync(join(REPO_ROOT, "node_modules")), "/")
/** npm writes it at every installation. */
const INSTALLED = join(PACKAGES, ".package-lock.json")

/**
 * Loads the installed packages faster: a store loads 7,000 of their files, and the tests boot many stores. The code that
 * V8 has compiled, and where each request has led, are read from `.cache` as soon as this module is loaded, so it must be
 * the first import. It is for Node.js 20: later versions have a cache of their own (`NODE_COMPILE_CACHE`).
 */
const cache =
  existsSync(INSTALLED) && process.version.startsWith("v20.") ? useCache(nameOfCache()) : undefined

/** Has this process store what it has compiled when it ends in order. Call it when everything is loaded. */
export function keepCompiled(): void {
  process.once("exit", () => cache?.write())
}

/** There is one cache for each installation. */
function nameOfCache(): string {
  const installed = createHash("sha256").update(readFileSync(INSTALLED)).digest("hex").slice(0, 20)
  return join(REPO_ROOT, ".cache/v8", `${process.version}-${process.arch}-${installed}`)
}

function useCache(name: string): { write(): void } {
  const stored = read(name)
  const files: Record<string, string> = Object.assign(Object.create(null), stored?.index.files)
  const scripts = new Map<string, vm.Script>()

  loader._resolveFilename = (request, parent, ...rest) => {
    if (!parent?.filename?.startsWith(PACKAGES) || rest[1]) return resolve(request, parent, ...rest)
    const key = `${dirname(parent.filename)}\0${request}`
    const known = files[key]
    if (known) return known
    const found = resolve(request, parent, ...rest)
    if (found.startsWith(PACKAGES)) files[key] = found
    return found
  }

  loader.prototype._compile = function (code, filename, format) {
    // A script from the cache cannot import modules.
    const isPlain = format !== "module" && !code.startsWith("#!") && !/\bimport\b\s*\(/.test(code)
    if (!isPlain || !filename.startsWith(PACKAGES)) return compile.call(this, code, filename, format)
    const range = stored?.index.code[filename]
    const script = new vm.Script(
      `(function (exports, require, module, __filename, __dirname) { ${code}\n})`,
      {
        filename,
        ...(stored && range && { cachedData: stored.code.subarray(...range) }),
      }
    )
    if (!stored) scripts.set(filename, script)
    const run = script.runInThisContext() as (...args: unknown[]) => unknown
    return run.call(this.exports, this.exports, requireOf(this), this, filename, dirname(filename))
  }

  return { write: () => (stored ? undefined : write(name, scripts, files)) }
}

/** The function `require` of a module. */
function requireOf(module: NodeModule): NodeJS.Require {
  const { _resolveFilename, _resolveLookupPaths, _extensions, _cache } = loader
  const find = (request: string, options?: object) => _resolveFilename(request, module, false, options)
  const paths = (request: string) => _resolveLookupPaths(request, module)
  const members = { main: require.main, extensions: _extensions, cache: _cache }
  return Object.assign((id: string) => module.require(id) as unknown, members, {
    resolve: Object.assign(find, { paths }),
  }) as NodeJS.Require
}

/** The file has the length of the index, the index as JSON, and the compiled code. */
function read(name: string): { index: Index; code: Buffer } | undefined {
  if (!existsSync(name)) return undefined
  const file = readFileSync(name)
  const begin = 4 + file.readUInt32LE()
  return { index: JSON.parse(file.toString("utf8", 4, begin)) as Index, code: file.subarray(begin) }
}

function write(name: string, scripts: ReadonlyMap<string, vm.Script>, files: Index["files"]): void {
  const parts: Buffer[] = []
  const code: Record<string, [number, number]> = {}
  let end = 0
  for (const [filename, script] of scripts) {
    const part = script.createCachedData()
    parts.push(part)
    code[filename] = [end, (end += part.length)]
  }
  const index = Buffer.from(JSON.stringify({ code, files } satisfies Index))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(index.length)
  mkdirSync(dirname(name), { recursive: true })
  replaceFile(name, Buffer.concat([length, index, ...parts]))
}
