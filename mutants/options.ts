import { parseArgs } from "node:util"
import type { Mutant } from "./mutant"
import { MUTANTS } from "./mutants"

/** The text of --help. */
export const USAGE = `Usage: npm run mutants -- [name …] [--list]

Plants one fault after another in a copy of this checkout and runs the spec file that must fail because of it.
Without a name all ${MUTANTS.length} faults are planted, which takes about ten minutes.

  --list    prints the faults and their spec files
  --help    this text

Ends with "N killed, N survived" and the seconds; exits 1 when a fault survived, 2 when the check could not run.
`

/** What the command line asks for. */
export interface Options {
  readonly mutants: readonly Mutant[]
  readonly list: boolean
  readonly help: boolean
}

/** Reads the command line. Throws one sentence when a name is unknown. */
export function readOptions(args: string[]): Options {
  const flags = { list: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const
  const { values, positionals } = parseArgs({ args, options: flags, allowPositionals: true })
  const mutants = positionals.length ? positionals.map(mutantNamed) : MUTANTS
  return { mutants, list: values.list ?? false, help: values.help ?? false }
}

function mutantNamed(name: string): Mutant {
  const found = MUTANTS.find((mutant) => mutant.name === name)
  if (!found) throw new Error(`There is no fault named "${name}". --list prints their names.`)
  return found
}
