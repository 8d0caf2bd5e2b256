import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Metric, gauge } from "../../domain/exposition"

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
}

/** The number of waiting rows, and the seconds that the oldest has waited; 0 if none waits. */
export async function pendingMetrics(knex: Knex, waiting: Waiting): Promise<Metric[]> {
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
