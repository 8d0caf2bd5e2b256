import { randomInt } from "node:crypto"
import { parseArgs } from "node:util"
import { MODE_NAMES, type ModeName } from "./audit/mode-name"
import type { Effort } from "./chaos"

/** The text of --help. */
export const USAGE = `Usage: npm run chaos -- [--bank NAME | --route NAME] [--payments N] [--seed N] [--workers N] [--servers N] …

Makes payments of every kind while bank, database and servers fail, waits until no work is pending, and compares
each payment at the bank, in the store and in Medusa. Starts its own database, bank or Stripe double, and store. See docs/chaos.md.

  --bank NAME    protocol of the bank: gwb or redsys (default gwb)
  --route NAME   payment route of the store: bank, or page or storefront with a Stripe double and no bank (default bank)
  --payments N   number of payments (default 100)
  --seed N       selects the payments, faults, kills and freezes (default: random; the seed is printed)
  --workers N    payments in progress at once (default 8)
  --kills N      how often a server is killed (default: once every 25 payments)
  --freezes N    how often a server is paused for longer than its leases (default: once every 50 payments)
  --servers N    number of servers of the store (default 1)
  --timeout N    seconds that all pending work may take to finish at the end (default 300)
  --no-faults    bank and database work normally
  --dump FILE    writes all records of each payment with a finding, or of an order with one, to FILE, as JSON
  --help         this text

Prints one line of JSON at the end. Exits with 1 if there is a finding, and with 2 if it could not run.
`

const number = { type: "string" } as const
const FLAGS = {
  bank: { type: "string" },
  route: { type: "string" },
  payments: number,
  seed: number,
  workers: number,
  kills: number,
  freezes: number,
  servers: number,
  timeout: number,
  "no-faults": { type: "boolean" },
  dump: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const

const PAYMENTS_FOR_A_KILL = 25
const PAYMENTS_FOR_A_FREEZE = 50
const SEEDS = 1_000_000

/** The parsed command line. */
export interface Options {
  readonly effort: Effort
  /** The number of servers of the store. */
  readonly servers: number
  /** The file for all records of the payments with findings. */
  readonly dump?: string
  readonly help: boolean
}

/** Parses the command line. Throws one sentence when it is invalid. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({ args, options: FLAGS })
  const { dump, help = false } = values
  const payments = count("--payments", values.payments, 100)
  const effort = {
    mode: modeOf(values.bank, values.route),
    payments,
    seed: count("--seed", values.seed, randomInt(SEEDS)),
    workers: Math.max(1, count("--workers", values.workers, 8)),
    kills: count("--kills", values.kills, Math.round(payments / PAYMENTS_FOR_A_KILL)),
    freezes: count("--freezes", values.freezes, Math.round(payments / PAYMENTS_FOR_A_FREEZE)),
    faults: !values["no-faults"],
    timeout_seconds: count("--timeout", values.timeout, 300),
  }
  const servers = Math.max(1, count("--servers", values.servers, 1))
  return { effort, servers, dump, help }
}

/** The routes without a bank. */
const ROUTES = ["page", "storefront"] as const
const BANK_NAMES = MODE_NAMES.filter((name) => !(ROUTES as readonly string[]).includes(name))

function modeOf(bank: string | undefined, route: string = "bank"): ModeName {
  if (route === "bank") return bankNamed(bank)
  const found = ROUTES.find((name) => name === route)
  if (!found) throw new Error(`--route must be bank, ${ROUTES.join(" or ")} (got "${route}").`)
  if (bank === undefined) return found
  throw new Error(`--bank cannot be combined with --route ${route}, which uses no bank. Omit one of them.`)
}

function bankNamed(bank: string = "gwb"): ModeName {
  const found = BANK_NAMES.find((name) => name === bank)
  if (found) return found
  throw new Error(`--bank must be ${BANK_NAMES.join(" or ")} (got "${bank}").`)
}

function count(flag: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`${flag} must be a whole number (got "${text}").`)
}
