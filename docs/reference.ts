import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { format, resolveConfig } from "prettier"
import { errorsPage } from "./reference-pages/errors"
import { eventsPage } from "./reference-pages/events"
import { importsPage } from "./reference-pages/imports"
import { jobsPage } from "./reference-pages/jobs"
import { routesPage } from "./reference-pages/routes"
import { settingsPage } from "./reference-pages/settings"
import type { Load } from "./reference-pages/source"

const FOLDER = join(__dirname, "reference")

/** The file of each reference page, and its text by the code. `load` runs a file and returns its exports. */
export async function referencePages(load: Load): Promise<Map<string, string>> {
  const pages = {
    "errors.md": errorsPage(),
    "events.md": await eventsPage(load),
    "imports.md": await importsPage(load),
    "jobs.md": await jobsPage(load),
    "routes.md": await routesPage(load),
    "settings.md": settingsPage(),
  }
  const style = { ...(await resolveConfig(join(FOLDER, "routes.md"))), parser: "markdown" }
  const formatted = Object.entries(pages).map(
    async ([name, text]) => [name, await format(text, style)] as const
  )
  return new Map(await Promise.all(formatted))
}

/** The files there are. */
export function writtenPages(): Map<string, string> {
  return new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), "utf8")]))
}

/** `npm run docs:reference`: writes the reference pages anew. */
async function main(): Promise<void> {
  const pages = await referencePages(createRequire(__filename))
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  for (const [name, text] of pages) writeFileSync(join(FOLDER, name), text)
}

if (require.main === module)
  main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
