import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { compiledScript } from "../../../demo/compiled"
import { REPO_ROOT } from "../../../demo/paths"

/** A migration: its name in Medusa, its file and its exported class. */
export interface Source {
  readonly name: string
  readonly file: string
  readonly class_name?: string
}

const MODULES = join(REPO_ROOT, "src", "modules")
const SILENT = { info: () => undefined, error: () => undefined }

/** The plugin's own migrations: the first one of each module, and all later ones, in order. */
export function ownMigrations(): { first: Source[]; later: Source[] } {
  const ofModules = readdirSync(MODULES).map((module) => {
    const folder = join(MODULES, module, "migrations")
    const names = readdirSync(folder).filter((file) => /^Migration\d+\.ts$/.test(file))
    return names.sort().map((file) => ({ name: file.slice(0, -3), file: join(folder, file) }))
  })
  return {
    first: ofModules.flatMap((sources) => sources.slice(0, 1)),
    later: ofModules.flatMap((sources) => sources.slice(1)),
  }
}

/** Runs migrations as `medusa db:migrate` does for one module; returns the names of those it ran. */
export async function migrate(url: string, sources: readonly Source[]): Promise<string[]> {
  const done = await inFolder(sources, (folder) => {
    const script = ModulesSdkUtils.buildMigrationScript({ moduleName: "gw", pathToMigrations: folder })
    return script(optionsFor(url))
  })
  return (done as { name: string }[]).map(({ name }) => name)
}

/** Reverts the last `count` of these migrations, last one first. */
export async function revert(url: string, sources: readonly Source[], count: number): Promise<void> {
  const migrationNames = sources.slice(-count).map(({ name }) => name)
  await inFolder(sources, (folder) => {
    const script = ModulesSdkUtils.buildRevertMigrationScript({
      moduleName: "gw",
      pathToMigrations: folder,
    })
    return script({ ...optionsFor(url), migrationNames })
  })
}

type ScriptOptions = Parameters<ReturnType<typeof ModulesSdkUtils.buildRevertMigrationScript>>[0]

function optionsFor(clientUrl: string): ScriptOptions {
  const database = { clientUrl, schema: "public", driverOptions: { connection: { ssl: false } } }
  return { options: { database }, logger: SILENT } as unknown as ScriptOptions
}

/** Calls `work` with a folder that contains only these migrations, compiled. */
async function inFolder<T>(sources: readonly Source[], work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "gw-migrations-"))
  try {
    for (const { name, file, class_name = name } of sources) {
      const compiled = JSON.stringify(await compiledScript(file))
      writeFileSync(join(folder, `${name}.js`), `exports.${name} = require(${compiled}).${class_name}\n`)
    }
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
