import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { compiledScript } from "../../../demo/compiled"
import { REPO_ROOT } from "../../../demo/paths"

/** A migration: the name Medusa knows it by, and the file and export it is in. */
export interface Source {
  readonly name: string
  readonly file: string
  readonly class_name?: string
}

const MODULES = join(REPO_ROOT, "src", "modules")
const SILENT = { info: () => undefined, error: () => undefined }

/** The plugin's own migrations: the first one of each module, and all that came later, in their order. */
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

/** Runs migrations as `medusa db:migrate` does those of one module; returns the names of those that were run. */
export async function migrate(url: string, sources: readonly Source[]): Promise<string[]> {
  const done = await inFolder(sources, (folder) => {
    const script = ModulesSdkUtils.buildMigrationScript({ moduleName: "gw", pathToMigrations: folder })
    return script(optionsFor(url))
  })
  return (done as { name: string }[]).map(({ name }) => name)
}

/** Undoes as many of these migrations, the last one first. */
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

/** A folder with these migrations alone, compiled. */
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
