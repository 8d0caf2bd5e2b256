import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Nobody takes longer than this to read and write a batch of products. */
const LEASE_SECONDS = 60

/** A product to be read again, and since when. */
export interface Stale {
  readonly product_id: string
  /** As the database writes it: a Date is coarser. */
  readonly since: string
}

type Bindings = Readonly<Record<string, Knex.Value>>

/** The products the index must read again. Kept in the database: a crash forgets none. */
export class StaleProducts {
  constructor(private readonly knex: Knex) {}

  /**
   * Notes that the products a query finds have changed; returns how many did not wait already. One that is being read at
   * this moment is read once more. What is urgent comes before everything that is not, however long that has waited.
   */
  async markFound(query: string, bindings: Bindings, is_urgent = false): Promise<number> {
    const { rowCount } = await this.knex.raw<{ rowCount: number }>(
      `insert into gw_catalog_stale as waiting (product_id, is_urgent)
       select distinct found.id, :is_urgent::boolean from (${query}) as found (id) order by 1
       on conflict (product_id) do update
         set since = excluded.since, leased_until = null, is_urgent = waiting.is_urgent or excluded.is_urgent
       where waiting.leased_until is not null or excluded.is_urgent > waiting.is_urgent`,
      { ...bindings, is_urgent }
    )
    return rowCount
  }

  /** Takes products to read, the urgent and the longest waiting first, from everybody else for as long as the lease lasts. */
  async lease(limit: number): Promise<Stale[]> {
    const { rows } = await this.knex.raw<{ rows: Stale[] }>(
      `update gw_catalog_stale s set leased_until = now() + make_interval(secs => ?)
        where product_id in (
          select product_id from gw_catalog_stale
           where leased_until is null or leased_until <= now()
           order by is_urgent desc, since limit ? for update skip locked)
        returning product_id, since::text as since`,
      [LEASE_SECONDS, limit]
    )
    return rows
  }
}

/**
 * Strikes off what was read, in the transaction that writes it, and tells which those are. What has changed again since it
 * was leased stays: who reads it then may have written it already, and must not be overwritten with what is older.
 */
export async function strikeOff(trx: Knex.Transaction, read: readonly Stale[]): Promise<Set<string>> {
  const { rows } = await trx.raw<{ rows: Pick<Stale, "product_id">[] }>(
    `delete from gw_catalog_stale where (product_id, since) in (
       select s.product_id, s.since from gw_catalog_stale s
         join jsonb_to_recordset(?::jsonb) as r (product_id text, since text)
           on s.product_id = r.product_id and s.since = r.since::timestamptz
        order by s.product_id for update of s)
     returning product_id`,
    [JSON.stringify(read)]
  )
  return new Set(rows.map(({ product_id }) => product_id))
}
