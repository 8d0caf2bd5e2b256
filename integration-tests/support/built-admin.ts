import { spawn } from "node:child_process"
import { createHash, randomUUID } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { compiledScript } from "../../demo/compiled"
import { REPO_ROOT } from "../../demo/paths"

const FOLDER = join(REPO_ROOT, ".cache", "admin")
const BUILD = join(__dirname, "build-admin.ts")

/**
 * Returns a folder with Medusa's admin and this plugin's pages, with the development build of React, which
 * warns of mistakes. The folder is reused between runs until a source or a package changes.
 */
export async function builtAdmin(): Promise<string> {
  const built = join(FOLDER, digestOfSources())
  if (existsSync(built)) return built
  rmSync(FOLDER, { recursive: true, force: true })
  const draft = join(FOLDER, randomUUID())
  mkdirSync(draft, { recursive: true })
  await build(draft, join(draft, "public"))
  renameSync(join(draft, "public"), built)
  rmSync(draft, { recursive: true, force: true })
  return built
}

async function build(cwd: string, outDir: string): Promise<void> {
  const args = [await compiledScript(BUILD), outDir]
  const env = { ...process.env, NODE_ENV: "development" }
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "ignore", "pipe"] })
  let output = ""
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise((resolve) => child.once("close", resolve))
  if (code !== 0) throw new Error(`The admin was not built: ${output}`)
}

/** Covers all of `src`, because the pages import types and rules from everywhere in it. */
function digestOfSources(): string {
  const hash = createHash("sha256")
  const entries = readdirSync(join(REPO_ROOT, "src"), { recursive: true, withFileTypes: true })
  const sources = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const file of [join(REPO_ROOT, "package-lock.json"), BUILD, ...sources.sort()])
    hash.update(file).update(readFileSync(file))
  return hash.digest("hex").slice(0, 20)
}
