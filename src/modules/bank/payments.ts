import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import { problem } from "../../domain/errors"
import type { RouteName } from "../../domain/payment-route"
import { newId } from "../../domain/secrets"
import { type Purchase, refuseDuplicate } from "./duplicates"
import { type PaymentFilters, type PaymentPage, listPayments } from "./payment-list"
import { type Payment, toPayment } from "./models/payment"
import { type Resolution, type ReviewReason, openReview, resolveReview } from "./review"
import { takeMandate } from "./card-mandates"
import { takeBudget } from "./spending"
import { type HoldingBuyer, takeHold } from "./unpaid-holds"
import { isCheckoutGone, isTaskOver } from "./payment-requests"
import { isUnpaid } from "./unpaid-orders"
import { claimQuery, takeDuePolls } from "./poll-schedule"

/** The data of a payment before the bank is called. Amounts in minor units. */
export type NewPayment = Pick<
  Payment,
  "id" | "bank_account" | "origin" | "intent" | "amount" | "currency" | "description" | "return_url"
> &
  Partial<
    Pick<
      Payment,
      | "client_id"
      | "session_id"
      | "cart_id"
      | "order_id"
      | "shop_order_id"
      | "order_reference"
      | "customer_email"
      | "route"
      | "method"
      | "continue_url"
      | "save_card"
      | "card_token_id"
      | "card_brand"
      | "card_last4"
    >
  > &
  Omit<Purchase, "id"> & {
    /** The checkout whose attempt this is; absent if no checkout is completed. */
    readonly checkout_id?: string
    /** Who buys, for the limits of unpaid orders; absent if the order holds no stock. */
    readonly held_by?: HoldingBuyer
  }

type Column =
  "id" | "merchant_reference" | "bank_account" | "session_id" | "shop_order_id" | "order_id" | "client_id"

/**
 * The rows of `gw_payment`. Bank snapshots are applied by the reducer, not here. `UnopenedPayments` ends those that the bank
 * does not know.
 */
export class Payments {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores a payment with its permanent bank reference and idempotency key. A payment with a session needs
   * nothing else, so it is marked as provisioned in the same statement. Throws `spending_limit` if the
   * payment exceeds the spending limits of its client, `duplicate_purchase` if it repeats another purchase without
   * being confirmed, `mandate_limit` if a saved card may not be charged that much without the customer, and
   * `unpaid_limit` if unpaid orders hold too much stock; concurrent payments count against the same limits.
   * Throws `request_in_progress` if another request has already stored this payment, if its task or its checkout has
   * ended, because this process was paused, or if another payment already pays the order an agent wants to pay. An order
   * paid in the storefront can get a further payment, because an edit or an exchange can raise its total.
   */
  async prepare(payment: NewPayment): Promise<void> {
    const provisioned_at = payment.session_id ? this.knex.fn.now() : null
    const names = { merchant_reference: newId("gwp"), idempotency_key: randomUUID() }
    const { may_repeat: _, held_by, checkout_id, ...values } = payment
    const row = { ...values, ...names, provisioned_at }
    const isNew = await this.knex.transaction(async (trx) => {
      if (checkout_id && (await isCheckoutGone(trx, { checkout_id, id: payment.id }))) return false
      if (payment.client_id && payment.order_id && !(await isUnpaid(trx, payment.order_id))) return false
      await takeBudget(trx, payment)
      await refuseDuplicate(trx, payment)
      await takeMandate(trx, payment)
      if (await isTaskOver(trx, payment.id)) return false
      const written = await trx("gw_payment").insert(row).onConflict("id").ignore().returning("id")
      if (written.length && held_by) await takeHold(trx, payment, held_by)
      return written.length === 1
    })
    if (!isNew) throw problem("request_in_progress", { payment_id: payment.id })
  }

  /**
   * Links a payment to Medusa's payment session, once. False if the payment does not exist, already has a
   * session, or has another amount or currency than the session.
   */
  async claim(
    id: string,
    session: Pick<Payment, "amount" | "currency"> & { session_id: string }
  ): Promise<boolean> {
    const { session_id, amount, currency } = session
    const free = this.knex("gw_payment").where({ id, amount, currency }).whereNull("session_id")
    return (await free.update({ session_id })) === 1
  }

  /** Links a payment to the order that waits for it. */
  async attachOrder(id: string, order: { id: string; display_id?: number }): Promise<void> {
    await this.touch({ id }, { order_id: order.id, shop_order_id: order.display_id })
  }

  /**
   * Marks the payment as linked to its order and session. From here on, its effects are settled. False if it was marked
   * before: another process has ended it, because this one was paused.
   */
  async provision(id: string): Promise<boolean> {
    const now = this.knex.fn.now()
    const free = this.knex("gw_payment").where({ id }).whereNull("provisioned_at")
    return (await free.update({ provisioned_at: now })) === 1
  }

  /** The newest payment with exactly these values. */
  async find(where: Partial<Pick<Payment, Column>>): Promise<Payment | undefined> {
    const row = await this.knex("gw_payment").where(where).orderBy("created_at", "desc").first()
    return row && toPayment(row)
  }

  /** A page of payments, newest first. Undefined if the cursor is invalid. */
  list(filters: PaymentFilters, limit: number, cursor?: string): Promise<PaymentPage | undefined> {
    return listPayments(this.knex, filters, limit, cursor)
  }

  async retrieve(id: string): Promise<Payment> {
    const payment = await this.find({ id })
    if (!payment) throw new Error(`no payment ${id}`)
    return payment
  }

  /** The account at a bank to which a payment belongs; the default one for a payment that does not exist. */
  async accountOf(id: string): Promise<string> {
    return (await this.find({ id }))?.bank_account ?? DEFAULT_ACCOUNT
  }

  /** The seconds since the payment was stored. Uses the database's clock, because the clocks of servers differ. */
  async ageOf(id: string): Promise<number> {
    const age = this.knex.raw("extract(epoch from now() - created_at)::float8 as age")
    const row = await this.knex("gw_payment").where({ id }).first<{ age: number } | undefined>(age)
    if (!row) throw new Error(`no payment ${id}`)
    return row.age
  }

  /**
   * Opens a review without changing the payment's status, once per reason and source. Returns whether the
   * review is new.
   */
  noteForReview(id: string, why: ReviewReason): Promise<boolean> {
    return openReview(this.knex, id, why)
  }

  /** Whether a review from this source was ever opened. */
  async isReviewed(payment_id: string, source: string): Promise<boolean> {
    return (await this.knex("gw_review").where({ payment_id, source }).first("id")) !== undefined
  }

  /** Closes the open reviews of a payment. `also` runs in the same transaction. */
  resolveReview(
    id: string,
    resolution: Resolution,
    also?: (trx: Knex.Transaction) => Promise<void>
  ): ReturnType<typeof resolveReview> {
    return resolveReview(this.knex, id, resolution, also)
  }

  /** Throws if a payment is no longer in manual review. Otherwise its row stays locked until the transaction ends. */
  async assertInReview(id: string, trx: Knex.Transaction): Promise<void> {
    const payment = await trx("gw_payment").where({ id }).forUpdate().first("status")
    if (payment?.status !== "manual_review") throw new Error(`payment ${id} is no longer in manual review`)
  }

  /**
   * Selects payments of a route whose scheduled check is due, without those of the accounts whose bank is `out`.
   * Interrupted payments are excluded; `endInterrupted` ends them.
   */
  async takeDue(route: RouteName, limit: number, out: readonly string[] = []): Promise<Payment[]> {
    const ready = `provisioned_at is not null and route = '${route}'`
    const rows = await takeDuePolls<Payment>(this.knex, "gw_payment", limit, out, ready)
    return rows.map((row) => toPayment({ ...row }))
  }

  /** Whether the bank may be queried because the payment's page was opened: at most once every two seconds. */
  claimQuery(id: string): Promise<boolean> {
    return claimQuery(this.knex, "gw_payment", id)
  }

  private async touch(where: Partial<Payment>, change: object): Promise<void> {
    await this.knex("gw_payment")
      .where(where)
      .update({ ...change, updated_at: this.knex.fn.now() })
  }
}
