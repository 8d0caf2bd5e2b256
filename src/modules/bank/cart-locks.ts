import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import { heartbeat } from "../../heartbeat"

const LEASE_SECONDS = 10
const POLL_MS = 50
const PATIENCE_MS = 35_000

/** A cart nobody else may complete, until it is released or its holder has died. */
export interface HeldCart {
  readonly cart_id: string
  readonly holder: string
  release(): Promise<void>
}

/**
 * One completion of a cart at a time, across instances. Medusa's own lock lives in one process, or is lost with its
 * owner; two completions that run side by side make two orders of one payment. A row with a lease does neither.
 */
export class CartLocks {
  constructor(private readonly knex: Knex) {}

  /**
   * Waits for the cart and takes it; with `payment_id` when a settlement is about to place the order of that payment.
   * Throws when it does not come free in 35 seconds.
   */
  async acquire(cart_id: string, payment_id: string | null = null): Promise<HeldCart> {
    const holder = newId("hold")
    const deadline = Date.now() + PATIENCE_MS
    while (!(await this.take(cart_id, holder, payment_id))) {
      if (Date.now() > deadline) throw new Error(`cart ${cart_id} is being completed elsewhere`)
      await sleep(POLL_MS)
    }
    const stop = this.keep(cart_id, holder)
    const release = async () => {
      stop()
      await this.knex("gw_cart_lock").where({ cart_id, holder }).delete()
    }
    return { cart_id, holder, release }
  }

  /** Whether a settlement is placing the order of this payment at this moment. */
  async isPlacing(payment_id: string): Promise<boolean> {
    const held = this.knex("gw_cart_lock").where({ payment_id }).whereRaw("leased_until > now()")
    return (await held.first("cart_id")) !== undefined
  }

  private async take(cart_id: string, holder: string, payment_id: string | null): Promise<boolean> {
    const { rows } = await this.knex.raw<{ rows: object[] }>(
      `insert into gw_cart_lock (cart_id, holder, payment_id, leased_until)
       values (:cart_id, :holder, :payment_id, now() + make_interval(secs => :lease))
       on conflict (cart_id) do update
         set holder = excluded.holder, payment_id = excluded.payment_id, leased_until = excluded.leased_until
         where gw_cart_lock.leased_until < now()
       returning cart_id`,
      { cart_id, holder, payment_id, lease: LEASE_SECONDS }
    )
    return rows.length > 0
  }

  private keep(cart_id: string, holder: string): () => void {
    const leased_until = this.knex.raw("now() + make_interval(secs => ?)", [LEASE_SECONDS])
    return heartbeat(LEASE_SECONDS / 3, () =>
      this.knex("gw_cart_lock").where({ cart_id, holder }).update({ leased_until })
    )
  }
}
