import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Longer than a batch of products takes to read and write. */
const LEASE_SECONDS = 60

/** A product that must be indexed again, and since when. */
export interface Stale {
  readonly product_id: string
  /** As PostgreSQL formats it, because a Date is less precise. */
  readonly since: string
}

type Bindings = Readonly<Record<string, Knex.Value>>

/** The products that must be indexed again. They are stored in the database, so a crash loses none. */
export class StaleProducts {
  constructor(private readonly knex: Knex) {}

  /**
   * Marks the products of a query as changed. Returns how many were not already waiting. A product that is
   * being indexed is indexed again. Urgent products come first, however long others have waited.
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

  /** Leases products to index, urgent ones first and then the longest waiting. */
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
 * Removes the indexed products from the list, in the transaction that writes them, and returns their ids. A
 * product that changed again since it was leased stays: another worker may already have written a newer
 * version, which must not be overwritten.
 */
export async function removeIndexed(trx: Knex.Transaction, read: readonly Stale[]): Promise<Set<string>> {
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
