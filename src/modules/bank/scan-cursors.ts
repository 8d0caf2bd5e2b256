import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How many payments one scan checks. */
const AT_ONCE = 1000

/**
 * Endless scans of all payments, a fixed number at a time, for changes in the store that emit no event and have
 * no index. The cost of a scan does not depend on the number of payments.
 */
export class Rounds {
  constructor(private readonly knex: Knex) {}

  /**
   * Calls `look` with the next payments of a scan and then moves its cursor behind them. After the newest
   * payment the scan starts again at the oldest. If two servers scan the same payments, the cursor moves once;
   * after a crash they are scanned again.
   */
  async next(
    of: "books" | "canceled_orders" | "unmade_records",
    look: (ids: string[]) => Promise<void>
  ): Promise<void> {
    const { rows } = await this.knex.raw<{ rows: { after: string; id: string | null }[] }>(NEXT, { of })
    const [{ after = "" } = {}] = rows
    const ids = rows.flatMap(({ id }) => id ?? [])
    await look(ids)
    const place = ids.length < AT_ONCE ? "" : ids.at(-1)
    await this.knex("gw_payment_round").where({ of, place: after }).update({ place })
  }
}

/** If the payment at the cursor was deleted, the scan starts again. */
const NEXT = `
  select r.place as after, p.id
    from gw_payment_round r left join lateral (
      select created_at, id from gw_payment
       where (created_at, id) > (
         coalesce((select created_at from gw_payment where id = r.place), '-infinity'), r.place)
       order by created_at, id limit ${AT_ONCE}) p on true
   where r.of = :of
   order by p.created_at, p.id`
