import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** How many payments one scan checks. */
const AT_ONCE = 1000

/**
 * Endless scans of all payments, a fixed number at a time, for changes in the store that emit no event and have
 * no index. The cost of a scan does not depend on the number of payments.
 */
export class ScanCursors {
  constructor(private readonly knex: Knex) {}

  /**
   * Calls `check` with the next payments of a scan and then moves its cursor behind them. After the newest
   * payment the scan starts again at the oldest. If two servers scan the same payments, the cursor moves once;
   * after a crash they are scanned again.
   */
  async next(
    scan: "books" | "canceled_orders" | "canceled_reservations" | "provider_payments" | "unexecuted_records",
    check: (ids: string[]) => Promise<void>
  ): Promise<void> {
    const { rows } = await this.knex.raw<{ rows: { after: string; id: string | null }[] }>(NEXT, { scan })
    const [{ after = "" } = {}] = rows
    const ids = rows.flatMap(({ id }) => id ?? [])
    await check(ids)
    const position = ids.length < AT_ONCE ? "" : ids.at(-1)
    await this.knex("gw_scan_cursor").where({ scan, position: after }).update({ position })
  }
}

/** If the payment at the cursor was deleted, the scan starts again. */
const NEXT = `
  select c.position as after, p.id
    from gw_scan_cursor c left join lateral (
      select created_at, id from gw_payment
       where (created_at, id) > (
         coalesce((select created_at from gw_payment where id = c.position), '-infinity'), c.position)
       order by created_at, id limit ${AT_ONCE}) p on true
   where c.scan = :scan
   order by p.created_at, p.id`
