import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"

const LEASE_SECONDS = 30
const POLL_MS = 50
const PATIENCE_MS = 35_000

/**
 * One completion of a cart at a time, across instances. Medusa's own lock lives in one process, or is lost with its
 * owner; two completions that run side by side make two orders of one payment. A row with a lease does neither.
 */
export class CartLocks {
  constructor(private readonly knex: Knex) {}

  /** Waits for the cart and takes it. Call the answer when done. Throws when it does not come free in 35 seconds. */
  async acquire(cart_id: string): Promise<() => Promise<void>> {
    const holder = newId("hold")
    const deadline = Date.now() + PATIENCE_MS
    while (!(await this.take(cart_id, holder))) {
      if (Date.now() > deadline) throw new Error(`cart ${cart_id} is being completed elsewhere`)
      await sleep(POLL_MS)
    }
    return async () => {
      await this.knex("gw_cart_lock").where({ cart_id, holder }).delete()
    }
  }

  private async take(cart_id: string, holder: string): Promise<boolean> {
    const { rows } = await this.knex.raw<{ rows: object[] }>(
      `insert into gw_cart_lock (cart_id, holder, leased_until)
       values (:cart_id, :holder, now() + make_interval(secs => :lease))
       on conflict (cart_id) do update set holder = excluded.holder, leased_until = excluded.leased_until
         where gw_cart_lock.leased_until < now()
       returning cart_id`,
      { cart_id, holder, lease: LEASE_SECONDS }
    )
    return rows.length > 0
  }
}
