import { randomInt } from "node:crypto"
import { parseArgs } from "node:util"
import type { Effort } from "./chaos"

/** The text of --help. */
export const USAGE = `Usage: npm run chaos -- [--payments N] [--seed N] [--workers N] [--kills N] [--servers N] …

Makes payments of every kind while bank, database and servers misbehave, waits for rest, and compares what
the bank, the store and Medusa say of each. Brings its own database, bank and store. See docs/chaos.md.

  --payments N   how many payments (default 100)
  --seed N       draws the payments, the faults and the blows (default: another one in each run, which is printed)
  --workers N    payments under way at once (default 8)
  --kills N      how often the store is killed (default: once every 25 payments)
  --freezes N    how often a server stands still for longer than its leases (default: once every 50 payments)
  --servers N    servers of the store (default 1)
  --patience N   seconds that everything may take to come to rest at the end (default 300)
  --no-faults    bank and database behave
  --dump FILE    writes all that is known of each payment with a finding into FILE, as JSON
  --help         this text

Ends with one line of JSON; exits 1 when there is a difference, a duplicate or something stuck, 2 when it could not run.
`

const number = { type: "string" } as const
const FLAGS = {
  payments: number,
  seed: number,
  workers: number,
  kills: number,
  freezes: number,
  servers: number,
  patience: number,
  "no-faults": { type: "boolean" },
  dump: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const

const PAYMENTS_FOR_A_KILL = 25
const PAYMENTS_FOR_A_FREEZE = 50
const SEEDS = 1_000_000

/** What was asked for on the command line. */
export interface Options {
  readonly effort: Effort
  /** How many servers the store has. */
  readonly servers: number
  /** Where to write all that is known of the payments with findings. */
  readonly dump?: string
  readonly help: boolean
}

/** Reads the command line. Throws one sentence when it makes no sense. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({ args, options: FLAGS })
  const { dump, help = false } = values
  const payments = count("--payments", values.payments, 100)
  const effort = {
    payments,
    seed: count("--seed", values.seed, randomInt(SEEDS)),
    workers: Math.max(1, count("--workers", values.workers, 8)),
    kills: count("--kills", values.kills, Math.round(payments / PAYMENTS_FOR_A_KILL)),
    freezes: count("--freezes", values.freezes, Math.round(payments / PAYMENTS_FOR_A_FREEZE)),
    faults: !values["no-faults"],
    timeout_seconds: count("--patience", values.patience, 300),
  }
  const servers = Math.max(1, count("--servers", values.servers, 1))
  return { effort, servers, dump, help }
}

function count(flag: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`${flag} must be a whole number, not "${text}".`)
}
