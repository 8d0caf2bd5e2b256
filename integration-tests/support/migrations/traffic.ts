import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "@medusajs/framework/pg"
import { eventually } from "../agent"

const PAYMENT = `
  insert into gw_payment (id, origin, intent, amount, currency, description, merchant_reference, idempotency_key)
  values ($1, 'cart', 'sale', 1500, 'EUR', 'Traffic', $1, gen_random_uuid())`

/** The statements a store runs all the time: inserting, updating, listing and referencing payments. */
const STATEMENTS: readonly [string, (n: number) => unknown[]][] = [
  [PAYMENT, (n) => [`pay_traffic_${n}`]],
  ["update gw_payment set status = 'processing', updated_at = now() where id = $1", (n) => [`pay_seed_${n}`]],
  ["select id from gw_payment order by created_at desc, id desc limit $1", () => [20]],
  [
    "insert into gw_effect (payment_id, key, effect) values ($1, $2, 'captured')",
    (n) => [`pay_seed_${n}`, `k${n}`],
  ],
]

/** The database ends a statement that takes longer, including waiting, with an error. */
const LONGEST_MS = 1000

/** Live traffic during a migration: one connection per kind of statement, repeated until it is stopped. */
export class Traffic {
  /** The errors of statements that the database ended after a second or rejected for another reason. */
  readonly failures: string[] = []
  private readonly counts: number[] = STATEMENTS.map(() => 0)
  private readonly loops: Promise<void>[]
  private isOver = false

  /** Starts on a database whose payments are `pay_seed_1` to `pay_seed_<payments>`. */
  constructor(
    private readonly url: string,
    private readonly payments: number
  ) {
    this.loops = STATEMENTS.map((_, kind) => this.repeat(kind))
  }

  /** Resolves when each kind of statement has ended this many more times, with success or not. */
  async goneOn(times: number): Promise<void> {
    const aims = this.counts.map((count) => count + times)
    const isReached = () => this.counts.every((count, kind) => count >= (aims[kind] ?? 0))
    await eventually(async () => isReached() || undefined, 120)
  }

  /** Resolves when a statement has failed. */
  async hindered(): Promise<void> {
    await eventually(async () => this.failures.length > 0 || undefined, 120)
  }

  async stop(): Promise<void> {
    this.isOver = true
    await Promise.all(this.loops)
  }

  private async repeat(kind: number): Promise<void> {
    const [text, valuesOf] = STATEMENTS[kind]!
    const client = new Client({ connectionString: this.url, statement_timeout: LONGEST_MS })
    await client.connect()
    for (let n = 1; !this.isOver; n++) {
      const values = valuesOf(kind === 0 ? Date.now() * 1000 + (n % 1000) : 1 + (n % this.payments))
      await client
        .query(text, values)
        .catch((error: Error) => this.failures.push(`${error.message}: ${text}`))
      this.counts[kind] = n
      await sleep(10)
    }
    await client.end()
  }
}
