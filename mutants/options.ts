import { parseArgs } from "node:util"
import type { Mutant } from "./mutant"
import { MUTANTS } from "./mutants"
import { type Part, partOf, readPart } from "./part"

/** The text of --help. */
export const USAGE = `Usage: npm run mutants -- [name …] [--part N/M] [--intact] [--list]

Plants one fault after another in a copy of this checkout and runs the spec file that must fail because of it.
Without a name all ${MUTANTS.length} faults are planted; most take 10 to 60 seconds each.

  name        plants these faults only
  --part 1/4  plants every fourth fault only, from the first one on; 2/4, 3/4 and 4/4 plant the others
  --intact    plants nothing: the same spec files must pass, so that a failure is known to be the fault's
  --list      prints the faults and their spec files
  --help      this text

Prints each fault with the title of the test that failed. Ends with "N killed, N survived" and the seconds; exits 1 when
a fault survived, or a spec file failed without a fault, and 2 when the check could not run.
`

/** The parsed command line. */
export interface Options {
  readonly mutants: readonly Mutant[]
  readonly intact: boolean
  readonly list: boolean
  readonly help: boolean
}

const FLAGS = {
  part: { type: "string" },
  intact: { type: "boolean" },
  list: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const

const ALL: Part = { number: 1, of: 1 }

/** Parses the command line. Throws one sentence when a name or a part is wrong. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({ args, options: FLAGS, allowPositionals: true })
  const { part, intact = false, list = false, help = false } = values
  const named = positionals.length ? positionals.map(mutantNamed) : MUTANTS
  return { mutants: partOf(named, part === undefined ? ALL : readPart(part)), intact, list, help }
}

function mutantNamed(name: string): Mutant {
  const found = MUTANTS.find((mutant) => mutant.name === name)
  if (!found) throw new Error(`There is no fault named "${name}". --list prints their names.`)
  return found
}
