import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { DemoFailure, errorLine } from "./failure"
import { REPO_ROOT } from "./paths"

/** The options of the demo. */
export interface DemoOptions {
  agent: boolean
  port: number
  reset: boolean
  data: string
  help: boolean
}

/** The text of --help. */
export const USAGE = `Usage: npm run demo [-- options]

Starts a small shop with a bank simulator, lets a sample agent pay in it, and stays up until Ctrl-C.

  --no-agent    do not run the sample agent (npm run agent runs it later)
  --port N      port of the store, 9000 if not given; the bank takes N+10 and its control port N+11
  --reset       delete the demo's database, keys and bank data before the start
  --data DIR    folder of the demo's data, .demo in the checkout if not given
  --help        this text

Environment:
  DATABASE_URL  use this PostgreSQL database instead of the embedded one
  HOST          address to listen on; without it only this machine can reach the store
  LOG_LEVEL     log level of the store: error, warn (the default), info, http
`

const FLAGS = {
  "no-agent": { type: "boolean" },
  port: { type: "string" },
  reset: { type: "boolean" },
  data: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const

/** Parses the command line. Throws one sentence when it is invalid. */
export function readOptions(args: string[]): DemoOptions {
  const values = parse(args)
  return {
    agent: !values["no-agent"],
    port: readPort(values.port ?? "9000"),
    reset: values.reset ?? false,
    data: values.data ? resolve(values.data) : join(REPO_ROOT, ".demo"),
    help: values.help ?? false,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS }).values
  } catch (error) {
    throw new DemoFailure(
      `${errorLine(error).split(". ")[0]?.replace(/\.$/, "")}; see npm run demo -- --help.`
    )
  }
}

/** Leaves room for the ports above it. */
function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port + 11 <= 65535) return port
  throw new DemoFailure(`--port must be a number from 1 to ${65535 - 11}, not "${text}".`)
}
