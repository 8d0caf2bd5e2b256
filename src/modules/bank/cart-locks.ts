import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import { newId } from "../../domain/secrets"
import { heartbeat } from "../../lib/heartbeat"

const LEASE_SECONDS = 10
const POLL_MS = 50
const WAIT_TIMEOUT_MS = 35_000

const BUSY = "Another request is processing this resource. Retry in a few seconds."

/** What the holder of a lock does with the cart. */
export interface LockScope {
  /** The payment whose order a settlement is about to place. */
  readonly payment_id?: string
}

/** A locked cart. No other process can complete it until it is released or the lease expires. */
export interface LockedCart {
  readonly cart_id: string
  readonly holder: string
  release(): Promise<void>
}

/**
 * Locks that allow one completion of a cart at a time, across instances. Medusa's own lock covers one process
 * only or is lost with its owner, and two concurrent completions would create two orders for one payment. A row
 * with a lease avoids both problems.
 */
export class CartLocks {
  constructor(private readonly knex: Knex) {}

  /** Waits for the cart and locks it. Throws `request_in_progress` after 35 seconds. */
  async acquire(cart_id: string, scope: LockScope = {}): Promise<LockedCart> {
    const holder = newId("hold")
    const deadline = Date.now() + WAIT_TIMEOUT_MS
    while (!(await this.tryAcquire(cart_id, holder, scope))) {
      if (Date.now() > deadline) throw problem("request_in_progress", {}, BUSY)
      await sleep(POLL_MS)
    }
    const stop = this.renew(holder)
    const release = async () => {
      stop()
      await this.delete(holder)
    }
    return { cart_id, holder, release }
  }

  /** Whether the caller still has the lock. A process that was paused for longer than its lease has lost it. */
  async isLocked({ cart_id, holder }: LockedCart): Promise<boolean> {
    const lock = this.knex("gw_cart_lock").where({ cart_id, holder }).whereRaw("leased_until > now()")
    return (await lock.first("cart_id")) !== undefined
  }

  /** Whether any caller has locked the cart. */
  async isHeld(cart_id: string): Promise<boolean> {
    const lock = this.knex("gw_cart_lock").where({ cart_id }).whereRaw("leased_until > now()")
    return (await lock.first("cart_id")) !== undefined
  }

  /** Whether a settlement is placing the order of this payment right now. */
  async isPlacing(payment_id: string): Promise<boolean> {
    const lock = this.knex("gw_cart_lock").where({ payment_id }).whereRaw("leased_until > now()")
    return (await lock.first("cart_id")) !== undefined
  }

  private async tryAcquire(cart_id: string, holder: string, { payment_id }: LockScope): Promise<boolean> {
    const { rows } = await this.knex.raw<{ rows: object[] }>(
      `insert into gw_cart_lock (cart_id, holder, payment_id, leased_until)
       values (:cart_id, :holder, :payment_id, now() + make_interval(secs => :lease))
       on conflict (cart_id) do update
         set holder = excluded.holder, payment_id = excluded.payment_id, leased_until = excluded.leased_until
         where gw_cart_lock.leased_until < now()
       returning cart_id`,
      { cart_id, holder, payment_id: payment_id ?? null, lease: LEASE_SECONDS }
    )
    return rows.length > 0
  }

  private renew(holder: string): () => void {
    const leased_until = this.knex.raw("now() + make_interval(secs => ?)", [LEASE_SECONDS])
    return heartbeat(this.knex, LEASE_SECONDS / 3, (db) =>
      db("gw_cart_lock").where({ holder }).update({ leased_until })
    )
  }

  private async delete(holder: string): Promise<void> {
    await this.knex("gw_cart_lock").where({ holder }).delete()
  }
}
