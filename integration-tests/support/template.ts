import { createHash, randomUUID } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { REPO_ROOT } from "../../demo/paths"
import { currentStamp } from "../../demo/store/schema-stamp"

const FOLDER = join(REPO_ROOT, ".cache", "databases")

/**
 * The inputs that determine the content of a migrated and seeded database: package versions, migrations, links
 * and the seed.
 */
const INPUTS = [
  "package-lock.json",
  "medusa-config.ts",
  "src/modules",
  "src/links",
  "src/subscribers",
  "demo",
]

/** The number of templates to keep, so that a run that began before a change can continue. */
const MAX_TEMPLATES = 2

/**
 * Returns a folder with the template of every test database; `make` creates it when none exists for the current
 * sources. The template stays between runs. When several runs create it at the same time, one copy remains.
 */
export async function templateDatabase(make: (folder: string) => Promise<void>): Promise<string> {
  const template = join(FOLDER, digestOf(currentStamp(), INPUTS))
  if (existsSync(template)) return template
  const draft = `${template}.${randomUUID()}`
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  try {
    await make(draft)
    if (!existsSync(template)) renameSync(draft, template)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  removeOldTemplates()
  return template
}

function digestOf(schema: string, paths: readonly string[]): string {
  const hash = createHash("sha256").update(schema)
  for (const file of paths.flatMap(filesOf)) hash.update(file).update(readFileSync(join(REPO_ROOT, file)))
  return hash.digest("hex").slice(0, 20)
}

function filesOf(path: string): string[] {
  const full = join(REPO_ROOT, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  const entries = readdirSync(full).filter((name) => name !== "__tests__")
  return entries.sort().flatMap((name) => filesOf(`${path}/${name}`))
}

function removeOldTemplates(): void {
  const templates = readdirSync(FOLDER)
    .filter((name) => !name.includes("."))
    .map((name) => ({ path: join(FOLDER, name), made: statSync(join(FOLDER, name)).mtimeMs }))
    .sort((a, b) => b.made - a.made)
  for (const { path } of templates.slice(MAX_TEMPLATES)) rmSync(path, { recursive: true, force: true })
}
