import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Metric, Sample } from "../../domain/exposition"

/** A backlog of rows and the texts of its metrics. */
export interface Waiting {
  /** The common prefix of both metrics' names. */
  readonly name: string
  /** The start of the help texts. */
  readonly what: string
  readonly table: string
  /** The SQL condition of the waiting rows. It must match an index. */
  readonly where: string
  /** The SQL expression for the start of the wait. */
  readonly since: string
  /** The SQL expression for the bank account of a row; null for a payment at another provider. Absent if rows have none. */
  readonly account?: string
}

/**
 * The number of waiting rows, and the seconds that the oldest has waited; 0 if none waits. In a store with several bank
 * accounts, those that wait for a bank have a sample for each account, labeled with its name.
 */
export async function pendingMetrics(
  knex: Knex,
  waiting: Waiting,
  accounts: readonly string[]
): Promise<Metric[]> {
  const { name, what } = waiting
  const counted = await countedIn(knex, waiting, accounts)
  const samples = (value: (of: Counted) => number): Sample[] =>
    counted.map((one) => ({
      ...(one.account !== null && { labels: { bank_account: one.account } }),
      value: value(one),
    }))
  const age = `${name}_oldest_seconds`
  return [
    { name, help: `${what}.`, type: "gauge", samples: samples(({ count }) => count) },
    {
      name: age,
      help: `${what}: for how long the oldest has.`,
      type: "gauge",
      samples: samples((one) => one.age),
    },
  ]
}

interface Counted {
  readonly account: string | null
  readonly count: number
  readonly age: number
}

async function countedIn(
  knex: Knex,
  { table, where, since, account }: Waiting,
  accounts: readonly string[]
): Promise<Counted[]> {
  const isByAccount = account !== undefined && accounts.length > 1
  const { rows } = await knex.raw<{ rows: Counted[] }>(
    `select ${isByAccount ? account : "null"} as account, count(*)::int as count,
            greatest(coalesce(extract(epoch from clock_timestamp() - min(${since})), 0), 0)::float8 as age
     from ${table} where ${where}${isByAccount ? " group by 1" : ""}`
  )
  const idle = isByAccount ? accounts.filter((name) => rows.every((row) => row.account !== name)) : []
  return [...rows, ...idle.map((name) => ({ account: name, count: 0, age: 0 }))]
}
