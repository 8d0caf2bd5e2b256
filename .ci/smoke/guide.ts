import { type Block, sectionsOf } from "./markdown"

/** The blocks of code of docs/install.md, from an empty Medusa starter to a store in production behind its proxy. */
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
  /** Builds the store and enters the folder of the build. */
  readonly build: string
  /** Names the package from a checkout in the build. */
  readonly buildFromCheckout: string
  /** Installs the build's packages, creates the tables, starts the built store and keeps running. */
  readonly startBuild: string
  /** The locations of nginx for a store at the root of its address. */
  readonly proxy: string
  /** The locations of nginx for a store at `/eu`. */
  readonly proxyOfPath: string
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
  Production: [
    ["build", "sh"],
    ["buildFromCheckout", "sh"],
    ["startBuild", "sh"],
    ["proxy", "nginx"],
    ["proxyOfPath", "nginx"],
  ],
}

/** The section of docs/install.md with which a store that has a bank begins. */
const FIRST = "Before you begin"

/**
 * Reads the blocks from there to the end of the page. Throws one sentence with every section whose blocks are not the
 * expected ones, so that the smoke leaves out no block of the guide.
 */
export function readGuide(page: string): Guide {
  const found = sectionsFrom(FIRST, page)
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

function sectionsFrom(first: string, page: string): ReadonlyMap<string, readonly Block[]> {
  const sections = sectionsOf(page)
  const titles = sections.map(([title]) => title)
  return new Map(sections.slice(Math.max(titles.indexOf(first), 0)))
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

/** The variables that the table of the production environment names. */
export function productionVariables(page: string): string[] {
  const [, table = ""] = page.split("\n### The environment\n")
  const cells = table.split("\n### ", 1)[0]?.matchAll(/^\|([^|]+)\|/gm) ?? []
  return [...cells].flatMap(([, cell = ""]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name))
}
