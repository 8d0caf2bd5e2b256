import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import type { HeldCart } from "./cart-locks"
import type { DueEffect } from "./models/effect"
import type { Payment } from "./models/payment"

/** What makes a cart and its order belong together while nothing else does yet: a cart's metadata go to its order. */
export const CART_MARK = "gw_cart_id"

/** The state of what the bank never hears of, and the effect by which its order is placed. */
const NOTHING_DUE = "nothing_due"

/** An agent's cart that costs nothing. */
export type FreeCart = Pick<Payment, "id" | "currency" | "description" | "client_id" | "customer_email"> & {
  readonly cart_id: string
}

/** How a payment comes to its one order, and the order to its one announcement. */
export class Placements {
  constructor(private readonly knex: Knex) {}

  /**
   * Owes the store the order of a cart that costs nothing: from here on it is placed, whatever happens to this process. Once
   * for an id.
   */
  async owe(cart: FreeCart): Promise<void> {
    const once = { merchant_reference: newId("gwp"), idempotency_key: randomUUID(), next_check_at: null }
    await this.knex.transaction(async (trx) => {
      const free = { origin: "cart", intent: "sale", status: NOTHING_DUE, amount: 0 }
      const row = { ...cart, ...free, ...once, provisioned_at: trx.fn.now() }
      const written = await trx("gw_payment").insert(row).onConflict("id").ignore().returning("id")
      const owed = { payment_id: cart.id, key: NOTHING_DUE, effect: NOTHING_DUE }
      if (written.length) await trx("gw_effect").insert(owed)
    })
  }

  /**
   * Forgets a free cart whose order cannot be placed. Not when it stands otherwise than was judged, nor when somebody else
   * has begun the effect anew: whoever stood still meanwhile knows nothing of what came of it.
   */
  async disown({ id, order_id }: Payment, { key, fence }: DueEffect): Promise<void> {
    const judged = { id, order_id, status: NOTHING_DUE, announced_at: null }
    const owed = this.knex("gw_effect").where({ payment_id: id, key, fence, done_at: null })
    await this.knex("gw_payment").where(judged).whereExists(owed).delete()
  }

  /** Notes the cart before the first attempt to make it an order, so that a later one knows what to look for. */
  async begin(id: string, { cart_id }: HeldCart): Promise<void> {
    await this.knex("gw_payment").where({ id }).update({ cart_id })
  }

  /** The order is placed: once for a payment, and only by who still holds the cart. False when that is not so. */
  async record(
    id: string,
    order: Pick<Payment, "order_id" | "shop_order_id">,
    { cart_id, holder }: HeldCart
  ): Promise<boolean> {
    return this.knex.transaction(async (trx) => {
      // Nobody can take the cart over from here to the commit, so whoever does so later sees the order.
      const held = await trx("gw_cart_lock").where({ cart_id, holder }).forUpdate().first("cart_id")
      const free = trx("gw_payment").where({ id }).whereNull("order_id")
      return held !== undefined && (await free.update(order)) === 1
    })
  }

  /**
   * Orders that attempts cut short have left of a cart, linked to it or to nothing: they carry its mark, and no payment
   * has them. Ask only while holding the cart: an attempt under way looks just like that. A storefront can write a
   * mark, too, but only on its own cart, and an order of another cart is never taken. Clocks may differ by an hour.
   */
  async leftovers(cart_id: string): Promise<string[]> {
    const first = await this.knex("gw_payment").where({ cart_id }).orderBy("created_at").first("created_at")
    if (!first) return []
    const { rows } = await this.knex.raw<{ rows: { id: string }[] }>(
      `select o.id from "order" o
        where o.created_at > :began::timestamptz - interval '1 hour' and o.deleted_at is null
          and o.metadata ->> :mark = :cart_id
          and not exists (select 1 from gw_payment p where p.order_id = o.id)
          and not exists (
            select 1 from order_cart c where c.order_id = o.id and c.cart_id <> :cart_id and c.deleted_at is null)`,
      { began: first.created_at, mark: CART_MARK, cart_id }
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Has the order announced, once and by one caller, however many ask; again when `announce` rejects. The mark is written
   * before it and committed right after it.
   */
  async announceOnce(id: string, announce: () => Promise<void>): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const free = trx("gw_payment").where({ id }).whereNull("announced_at")
      if (await free.update({ announced_at: trx.fn.now() })) await announce()
    })
  }
}
