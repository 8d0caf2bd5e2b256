import { parseArgs } from "node:util"

/** What `--help` prints. */
export const USAGE = `Usage: gw-doctor [options]

Checks a store that uses medusa-plugin-agentic-gateway: its options, keys, clock, database, address, proxies, surfaces
and the bank's last notification. It gives advice and changes nothing. Run it where the store runs, in the folder of
its medusa-config and with its environment. The store itself does not have to be running.

  --directory <folder>  the store's folder (.)
  --json                print the results as JSON
  --help                show this text

Exits with 1 when there is a problem, and with 0 otherwise. Warnings do not count.
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
