import { randomUUID } from "node:crypto"
import { problem } from "../../domain/errors"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import type { LockedCart } from "./cart-locks"
import { type Purchase, refuseDuplicate } from "./duplicates"
import type { DueEffect } from "./models/effect"
import type { Payment } from "./models/payment"
import { isCheckoutGone } from "./payment-requests"

/**
 * The metadata key that links a cart to its order before any other link exists: Medusa copies cart metadata
 * to the order.
 */
export const CART_MARK = "gw_cart_id"

/** The status of a free order, for which the bank is never called, and the name of the effect that places it. */
const NOTHING_DUE = "nothing_due"

/** An agent's cart with a total of 0. */
export type FreeCart = Pick<Payment, "id" | "currency" | "description" | "client_id" | "customer_email"> &
  Omit<Purchase, "id"> & { readonly cart_id: string; readonly checkout_id: string }

/** An order of the storefront, from a cart that an agent has filled. */
export type StorefrontOrder = Pick<
  Payment,
  "currency" | "description" | "client_id" | "customer_email" | "cart_id" | "order_id" | "shop_order_id"
> & {
  /** Whether the order has a payment session that may be paid without a record in Medusa. */
  readonly may_be_paid_again: boolean
}

/** A payment that a customer has made in the storefront with a cart that cannot become an order. Amounts in minor units. */
export type PaymentWithoutOrder = Pick<
  Payment,
  "amount" | "currency" | "description" | "client_id" | "customer_email" | "cart_id"
> & {
  /** Medusa's id of the payment. */
  readonly medusa_id: string
}

type OrderPayment = Pick<Payment, "id" | "route">

/** Places and announces orders: each payment gets one order, and each order is announced once. */
export class Placements {
  constructor(private readonly knex: Knex) {}

  /**
   * Records the pending order of a free cart, once per id. From then on the order is placed even if the process crashes.
   * Throws `duplicate_purchase` if it repeats another purchase and the client has not confirmed that. Throws
   * `request_in_progress` if the checkout has ended or begun another attempt while this process was paused.
   */
  async recordFreeOrder({ may_repeat, checkout_id, ...cart }: FreeCart): Promise<void> {
    const once = { merchant_reference: newId("gwp"), idempotency_key: randomUUID(), next_check_at: null }
    await this.knex.transaction(async (trx) => {
      if (await isCheckoutGone(trx, { checkout_id, id: cart.id })) throw problem("request_in_progress")
      await refuseDuplicate(trx, { ...cart, ...(may_repeat && { may_repeat }) })
      const free = { origin: "cart", intent: "sale", status: NOTHING_DUE, amount: 0 }
      const row = { ...cart, ...free, ...once, provisioned_at: trx.fn.now() }
      const written = await trx("gw_payment").insert(row).onConflict("id").ignore().returning("id")
      const effect = { payment_id: cart.id, key: NOTHING_DUE, effect: NOTHING_DUE }
      if (written.length) await trx("gw_effect").insert(effect)
    })
  }

  /**
   * Records an order that a customer has placed in the storefront, in the caller's transaction. If the customer has paid
   * through the plugin's bank, returns that payment, which now belongs to the agent. Otherwise returns a new payment that
   * follows Medusa's records; a job checks it if the order may be paid again.
   */
  async recordStorefrontOrder(order: StorefrontOrder, trx: Knex): Promise<OrderPayment> {
    const { order_id, client_id } = order
    const atBank = trx("gw_payment").where({ order_id, origin: "cart" })
    const [adopted] = await atBank
      .update({ client_id, updated_at: trx.fn.now() })
      .returning<OrderPayment[]>(["id", "route"])
    return adopted ?? this.insertStorefrontOrder(order, trx)
  }

  private async insertStorefrontOrder(
    { may_be_paid_again, ...order }: StorefrontOrder,
    trx: Knex
  ): Promise<OrderPayment> {
    const payment = { id: newId("pay"), route: "storefront" as const }
    const nothing = { origin: "order", intent: "sale", status: NOTHING_DUE, amount: 0 }
    const next_check_at = may_be_paid_again ? trx.raw("now() + interval '1 minute'") : null
    const once = { merchant_reference: newId("gwp"), idempotency_key: randomUUID(), next_check_at }
    const now = { provisioned_at: trx.fn.now(), announced_at: trx.fn.now() }
    await trx("gw_payment").insert({ ...payment, ...order, ...nothing, ...once, ...now })
    return payment
  }

  /** Records a captured payment that has no order and is to be refunded, once. Returns its id. */
  async recordWithoutOrder({ medusa_id, ...payment }: PaymentWithoutOrder): Promise<string> {
    const row = {
      ...payment,
      id: newId("pay"),
      merchant_reference: medusa_id,
      idempotency_key: randomUUID(),
      origin: "cart",
      route: "storefront",
      intent: "preauth",
      status: "captured",
      captured_amount: payment.amount,
      next_check_at: null,
      provisioned_at: this.knex.fn.now(),
    }
    await this.knex("gw_payment").insert(row).onConflict("merchant_reference").ignore()
    const stored = this.knex("gw_payment").where({ merchant_reference: medusa_id })
    return (await stored.first<OrderPayment>("id")).id
  }

  /**
   * Deletes the payment of a free cart whose order cannot be placed. Does nothing if the payment has changed since the
   * decision. Does nothing if another worker has leased the effect meanwhile: a process that was paused does not know
   * that worker's result.
   */
  async deleteFreeOrder({ id, order_id }: Payment, { key, fence }: DueEffect): Promise<void> {
    const unchanged = { id, order_id, status: NOTHING_DUE, announced_at: null }
    const effect = this.knex("gw_effect").where({ payment_id: id, key, fence, done_at: null })
    await this.knex("gw_payment").where(unchanged).whereExists(effect).delete()
  }

  /**
   * Stores the cart id before the first attempt to complete the cart, so that a later attempt can find the orders that
   * an interrupted attempt left behind (`leftovers`).
   */
  async begin(id: string, { cart_id }: LockedCart): Promise<void> {
    await this.knex("gw_payment").where({ id }).update({ cart_id })
  }

  /**
   * Whether Medusa has recorded a payment of a cart, and the settlement has neither placed the order nor refunded the
   * payment yet. Stored rows say so, not a lock, because a process that was paused until its lock expired may still undo
   * its completion of the cart.
   */
  async isUnfinished(payment_id: string): Promise<boolean> {
    const recorded = this.knex("gw_payment as p")
      .join("payment as m", "m.payment_session_id", "p.session_id")
      .join("gw_effect as e", "e.payment_id", "p.id")
      .where({ "p.id": payment_id, "e.done_at": null, "m.deleted_at": null })
    return (await recorded.whereIn("e.effect", ["authorized", "captured"]).first("e.id")) !== undefined
  }

  /**
   * Stores the placed order, once per payment and only while the caller holds the cart lock. False otherwise. If a part
   * of the payment was refunded before, also stores a baseline of the order's refunds: the credit line of such a refund
   * may have been written to an order that was deleted, and `creditRefunds` then adds it to this one.
   */
  async record(
    id: string,
    order: Pick<Payment, "order_id" | "shop_order_id">,
    { cart_id, holder }: LockedCart
  ): Promise<boolean> {
    return this.knex.transaction(async (trx) => {
      // The row lock blocks other workers from taking the cart until the commit, so a later worker sees the order.
      const lock = await trx("gw_cart_lock").where({ cart_id, holder }).forUpdate().first("cart_id")
      const free = trx("gw_payment").where({ id }).whereNull("order_id")
      if (lock === undefined || (await free.update(order)) !== 1) return false
      await trx.raw(REFUNDED_BEFORE, { id, holder })
      return true
    })
  }

  /**
   * The orders of a cart that interrupted attempts left behind, linked to the cart or to no cart, and deleted orders to
   * which the cart is still linked. The orders have the cart's id in their metadata (`CART_MARK`) and belong to no payment.
   * Call this only under the cart lock, because the order of an attempt in progress looks the same. A storefront can also
   * set this metadata, but only on its own cart, and orders that are linked to another cart are excluded. The search
   * tolerates a clock difference of one hour.
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
            select 1 from order_cart c where c.order_id = o.id and c.cart_id <> :cart_id and c.deleted_at is null)
        union ${DELETED_ORDERS_OF_CART}`,
      { began: first.created_at, mark: CART_MARK, cart_id }
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Calls `announce` once per payment, also with concurrent callers. If `announce` rejects, the next caller calls it
   * again. `announced_at` is written before the call and committed right after it.
   */
  async announceOnce(id: string, announce: () => Promise<void>): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const free = trx("gw_payment").where({ id }).whereNull("announced_at")
      if (await free.update({ announced_at: trx.fn.now() })) await announce()
    })
  }
}

/**
 * The deleted orders to which a cart or its payment collection is still linked. Medusa leaves such a link behind when it
 * fails to write another link of the order. With the link, Medusa would treat the deleted order as the cart's order, and
 * could not link the collection to a new order.
 */
export const DELETED_ORDERS_OF_CART = `
  select l.order_id from (
    select c.order_id from order_cart c where c.cart_id = :cart_id and c.deleted_at is null
    union
    select o.order_id from cart_payment_collection p
      join order_payment_collection o
        on o.payment_collection_id = p.payment_collection_id and o.deleted_at is null
     where p.cart_id = :cart_id and p.deleted_at is null
  ) l where not exists (select from "order" d where d.id = l.order_id)`

/** All zero, because a newly placed order has been paid in full and has neither refunds nor credit lines. */
const REFUNDED_BEFORE = `
  insert into gw_refund_baseline (order_id, holder, pending, refunded, credited)
  select p.order_id, :holder, 0, 0, 0 from gw_payment p
   where p.id = :id
     and (p.refunded_amount + p.refund_pending_amount > 0
          or exists (select 1 from gw_bank_operation o
                      where o.payment_id = p.id and o.kind = 'refund' and o.status <> 'refused'))
  on conflict (order_id, holder) do nothing`
