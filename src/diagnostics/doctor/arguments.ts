import { parseArgs } from "node:util"

/** What `--help` prints. */
export const USAGE = `Usage: gw-doctor [options]

Looks at a store with medusa-plugin-agentic-gateway: its options, keys, clock, database, address, proxies, surfaces
and the bank's last notification, and says what to do. It changes nothing. Run it where the store runs, in the folder
of its medusa-config and with its environment; the store need not run.

  --directory <folder>  the store's folder (.)
  --json                print the findings for programs
  --help                show this text

Exits 1 when there is a problem, and 0 when all is well or there are warnings only.
`

/** Parses the command line. Throws an error with one sentence for an unknown option. */
export function readArguments(args: string[]): { directory: string; json: boolean; help: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      directory: { type: "string", default: "." },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  return values
}
