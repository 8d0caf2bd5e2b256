import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Nobody takes longer than this to read and write a batch of products. */
const LEASE_SECONDS = 60

/** A product to be read again, and since when. */
export interface Stale {
  readonly product_id: string
  /** As the database writes it: a Date is coarser. */
  readonly since: string
}

/** The products the index must read again. Kept in the database: a crash forgets none. */
export class StaleProducts {
  constructor(private readonly knex: Knex) {}

  /**
   * Notes that the products a query finds have changed; returns how many did not wait already. One that is being read at
   * this moment is read once more.
   */
  async markFound(query: string, bindings: Readonly<Record<string, Knex.Value>>): Promise<number> {
    const { rowCount } = await this.knex.raw<{ rowCount: number }>(
      `insert into gw_catalog_stale (product_id) select distinct found.id from (${query}) as found (id) order by 1
       on conflict (product_id) do update set since = excluded.since, leased_until = null
       where gw_catalog_stale.leased_until is not null`,
      bindings
    )
    return rowCount
  }

  /** Takes products to read, the longest waiting first, from everybody else for as long as the lease lasts. */
  async lease(limit: number): Promise<Stale[]> {
    const { rows } = await this.knex.raw<{ rows: Stale[] }>(
      `update gw_catalog_stale s set leased_until = now() + make_interval(secs => ?)
        where product_id in (
          select product_id from gw_catalog_stale
           where leased_until is null or leased_until <= now()
           order by since limit ? for update skip locked)
        returning product_id, since::text as since`,
      [LEASE_SECONDS, limit]
    )
    return rows
  }

  /** Strikes off what was read. What has changed again since it was leased stays. */
  async done(read: readonly Stale[]): Promise<void> {
    await this.knex.raw(
      `delete from gw_catalog_stale s using jsonb_to_recordset(?::jsonb) as r (product_id text, since text)
        where s.product_id = r.product_id and s.since = r.since::timestamptz`,
      [JSON.stringify(read)]
    )
  }
}
