import { type Block, sectionsOf } from "./markdown"

/** The blocks of code of docs/install.md that lead from an empty Medusa starter to a store that passes its test. */
export interface Guide {
  /** Creates the starter and enters the folder of its backend. */
  readonly starter: string
  /** Installs the package from npm. */
  readonly install: string
  /** Makes the package from a checkout beside the store, and installs it. */
  readonly installFromCheckout: string
  /** Adds the settings to `.env`. */
  readonly environment: string
  /** The whole medusa-config.ts. */
  readonly config: string
  readonly bank: string
  /** Creates the tables, then starts the store and keeps running. */
  readonly start: string
  readonly account: string
  readonly doctor: string
}

/** The name and language of every block, by the title of its section. */
const BLOCKS: Readonly<Record<string, readonly (readonly [name: keyof Guide, language: string])[]>> = {
  "Before you begin": [["starter", "sh"]],
  "1. Install the package": [
    ["install", "sh"],
    ["installFromCheckout", "sh"],
  ],
  "2. Write the environment": [["environment", "sh"]],
  "3. Configure Medusa": [["config", "ts"]],
  "4. Create the tables and start": [
    ["bank", "sh"],
    ["start", "sh"],
    ["account", "sh"],
  ],
  "6. Switch channels on, and test": [["doctor", "sh"]],
}

/** The part of docs/install.md about development: its sections from the first of these titles to the second. */
const [FIRST, END] = ["Before you begin", "Production"]

/**
 * Reads the blocks of the part about development. Throws one sentence with every section whose blocks are not the
 * expected ones, so that the smoke leaves out no block of the guide.
 */
export function readGuide(page: string): Guide {
  const found = developmentSections(page)
  const titles = [...new Set([...Object.keys(BLOCKS), ...found.keys()])]
  const faults = titles
    .map((title) => faultIn(title, found.get(title)))
    .filter((fault) => fault !== undefined)
  if (faults.length)
    throw new Error(
      `docs/install.md and .ci/smoke/guide.ts differ: ${faults.join("; ")}. Change the one that is wrong.`
    )
  const named = Object.entries(BLOCKS).flatMap(([title, blocks]) =>
    blocks.map(([name], index) => [name, found.get(title)?.[index]?.code] as const)
  )
  return Object.fromEntries(named) as Record<keyof Guide, string>
}

function developmentSections(page: string): ReadonlyMap<string, readonly Block[]> {
  const sections = sectionsOf(page)
  const titles = sections.map(([title]) => title)
  return new Map(sections.slice(Math.max(titles.indexOf(FIRST), 0), titles.indexOf(END)))
}

function faultIn(title: string, blocks: readonly Block[] | undefined): string | undefined {
  const expected = listed((BLOCKS[title] ?? []).map(([, language]) => language))
  if (!blocks) return `the section "${title}" is missing`
  const found = listed(blocks.map(({ language }) => language))
  if (found === expected) return undefined
  return `the section "${title}" has the blocks of code ${found}, expected ${expected}`
}

const listed = (languages: readonly string[]) => (languages.length ? languages.join(", ") : "(none)")

/** The version of Medusa that the guide installs. Throws when its first block names none. */
export function medusaVersionOf({ starter }: Guide): string {
  const version = /\bcreate-medusa-app@(\S+)/.exec(starter)?.[1]
  if (!version)
    throw new Error(`docs/install.md must name the version of create-medusa-app (got ${starter.trim()}).`)
  return version
}
