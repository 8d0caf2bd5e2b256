import { parseArgs } from "node:util"
import type { Bench, Effort } from "./bench"
import { BENCHES } from "./benches"

/** The parsed command line. */
export interface Options {
  readonly benches: readonly Bench[]
  readonly effort: Effort
  readonly help: boolean
}

/** The text of --help. */
export const USAGE = `Usage: npm run bench -- [name …] [--quick]

Measures this plugin against a stated peer, both in the same run, and prints requests per second and their ratio.
Ends with one line of JSON per bench; exits 1 when a target is missed. Without a name all of them run:

${BENCHES.map(({ name, about }) => `  ${name.padEnd(12)}${about}`).join("\n")}

  --quick       fewer and shorter rounds on less data; a missed target is reported but does not fail
  --help        this text
`

const FLAGS = { quick: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const

/** Parses the command line. Throws one sentence when it is invalid. */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({ args, options: FLAGS, allowPositionals: true })
  const { quick = false, help = false } = values
  const effort = quick ? { quick, rounds: 3, seconds: 2 } : { quick, rounds: 5, seconds: 8 }
  return { benches: positionals.length ? positionals.map(benchOf) : BENCHES, effort, help }
}

function benchOf(name: string): Bench {
  const found = BENCHES.find((bench) => bench.name === name)
  if (found) return found
  throw new Error(`There is no bench "${name}", only ${BENCHES.map((bench) => bench.name).join(", ")}.`)
}
