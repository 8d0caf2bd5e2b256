import { code, page } from "./page"
import { exportsOf, type Load } from "./source"

interface Zone {
  readonly folder: string
  readonly outside?: string
  readonly may?: readonly string[]
  readonly mayNot?: readonly string[]
}

interface Zones {
  readonly zones: readonly Zone[]
  readonly testTools: readonly string[]
}

const TEXT = `The first row whose folder contains a file applies to it; eslint refuses all other imports between folders
and from packages. \`*\` stands for one path segment, \`**\` for everything below. A test may import what the code next
to it may, and also`

/** Which folder may import what: `.ci/lint/zones.mjs`. */
export async function importsPage(load: Load): Promise<string> {
  const { zones, testTools } = (await exportsOf(load, ".ci/lint/zones.mjs")) as unknown as Zones
  const rows = zones.map((zone) => [folderOf(zone), importsOf(zone)])
  const text = `${TEXT} ${testTools.map(code).join(", ")}.`
  return page("Imports", text, [{ table: { columns: ["folder", "may import"], rows } }])
}

const folderOf = ({ folder, outside }: Zone): string =>
  outside === undefined ? code(folder) : `everything outside of ${code(outside)}`

function importsOf({ may, mayNot = [] }: Zone): string {
  if (!may) return `everything except ${mayNot.map(code).join(", ")}`
  return may.map((imported) => (imported === "own" ? "itself" : code(imported))).join(", ")
}
