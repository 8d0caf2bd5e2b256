import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { DemoFailure, errorLine } from "./failure"
import { REPO_ROOT } from "./paths"
import { type ProviderName, PROVIDERS } from "./providers"

/** What `--conformance` prepares: the folder of fixtures, the customers who consent, and the file with the results. */
export interface ConformanceOptions {
  fixtures?: string
  /** Email addresses in lowercase; empty for those of the fixtures. */
  customers: string[]
  env?: string
}

/** The options of the demo. */
export interface DemoOptions {
  agent: boolean
  port: number
  reset: boolean
  data: string
  provider: ProviderName
  help: boolean
  /** Undefined for an ordinary demo. */
  conformance?: ConformanceOptions
}

/** The text of --help. */
export const USAGE = `Usage: npm run demo [-- options]

Starts a small shop with a simulated payment provider, lets a sample agent pay in it, and stays up until Ctrl-C.

  --provider P  bank (the default): the bank simulator, on whose page customers pay
                stripe-double: Medusa's Stripe provider, with a double in place of Stripe; customers pay on a page of
                the store (never in production)
  --no-agent    do not run the sample agent (npm run agent runs it later)
  --port N      port of the store, 9000 if not given; the next ones used are N+10 to N+13
  --reset       delete the demo's database, keys and payments before the start
  --data DIR    folder of the demo's data, .demo in the checkout if not given (.demo/conformance for suites,
                .demo/stripe-double with that provider)
  --help        this text

For conformance suites (docs/conformance.md; never in production):
  --conformance       lift the limits, open the test endpoints, print credentials; no sample agent
  --fixtures DIR      add the products, rates, discounts and customers of a folder of CSV files
  --customers A,B     email addresses of the customers who consent; those of the fixtures if not given
  --env FILE          also write the credentials to a file that only you can read

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
  provider: { type: "string" },
  help: { type: "boolean", short: "h" },
  conformance: { type: "boolean" },
  fixtures: { type: "string" },
  customers: { type: "string" },
  env: { type: "string" },
} as const

/** Parses the command line. Throws one sentence when it is invalid. */
export function readOptions(args: string[]): DemoOptions {
  const values = parse(args)
  const conformance = readConformance(values)
  const provider = readProvider(values.provider ?? "bank")
  if (conformance && provider !== "bank")
    throw new DemoFailure(`--conformance needs the bank: leave out --provider ${provider}.`)
  const folder = conformance ? "conformance" : provider === "bank" ? "" : provider
  return {
    provider,
    agent: !values["no-agent"] && !conformance,
    port: readPort(values.port ?? "9000"),
    reset: values.reset ?? false,
    data: values.data ? resolve(values.data) : join(REPO_ROOT, ".demo", folder),
    help: values.help ?? false,
    ...(conformance && { conformance }),
  }
}

function readProvider(text: string): ProviderName {
  const names = Object.keys(PROVIDERS) as ProviderName[]
  const found = names.find((name) => name === text)
  if (found) return found
  throw new DemoFailure(`--provider must be ${names.join(" or ")}, not "${text}".`)
}

/** A store for suites has its own folder by default, because its limits and its prices are not those of the demo. */
function readConformance(values: ReturnType<typeof parse>): ConformanceOptions | undefined {
  const { conformance, fixtures, customers, env } = values
  if (!conformance) {
    const [given] =
      Object.entries({ fixtures, customers, env }).find(([, value]) => value !== undefined) ?? []
    if (given) throw new DemoFailure(`--${given} needs --conformance; see npm run demo -- --help.`)
    return undefined
  }
  return {
    customers: readCustomers(customers ?? ""),
    ...(fixtures !== undefined && { fixtures: resolve(fixtures) }),
    ...(env !== undefined && { env: resolve(env) }),
  }
}

function readCustomers(text: string): string[] {
  const emails = text.split(",").flatMap((one) => one.trim().toLowerCase() || [])
  const invalid = emails.find((email) => !/^[^\s@']+@[^\s@']+$/.test(email))
  if (invalid !== undefined) throw new DemoFailure(`--customers must be email addresses, not "${invalid}".`)
  return [...new Set(emails)]
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
  if (/^\d+$/.test(text) && port >= 1 && port + 13 <= 65535) return port
  throw new DemoFailure(`--port must be a number from 1 to ${65535 - 13}, not "${text}".`)
}
