import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Metric, gauge } from "../../domain/exposition"

/** Rows that wait for something, in the words of the metrics about them. */
export interface Waiting {
  /** How both metrics' names begin. */
  readonly name: string
  /** What the rows are, as a sentence begins. */
  readonly what: string
  readonly table: string
  /** Which rows wait, so that an index knows them. */
  readonly where: string
  /** Since when one waits. */
  readonly since: string
}

/** How many rows wait, and for how many seconds the oldest has: 0 where none does. */
export async function waitingMetrics(knex: Knex, waiting: Waiting): Promise<Metric[]> {
  const { name, what, table, where, since } = waiting
  const { rows } = await knex.raw<{ rows: { count: number; age: number }[] }>(
    `select count(*)::int as count,
            greatest(coalesce(extract(epoch from clock_timestamp() - min(${since})), 0), 0)::float8 as age
     from ${table} where ${where}`
  )
  const { count = 0, age = 0 } = rows[0] ?? {}
  return [
    gauge(name, `${what}.`, count),
    gauge(`${name}_oldest_seconds`, `${what}: for how long the oldest has.`, age),
  ]
}
