import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import { problem } from "../../domain/errors"
import type { RouteName } from "../../domain/payment-route"
import { newId } from "../../domain/secrets"
import { type Decline, INTERRUPTED } from "../../domain/settlement"
import type { CreatePayment, OrderCustomer, TokenCharge } from "../../drivers/driver"
import { canceled } from "./canceled-orders"
import { type Purchase, refuseDuplicate } from "./duplicates"
import type { CardToken } from "./models/card"
import { type PaymentFilters, type PaymentPage, listPayments } from "./payment-list"
import { type Payment, toPayment } from "./models/payment"
import { type Resolution, type ReviewReason, openReview, resolveReview } from "./review"
import { takeMandate } from "./card-mandates"
import { takeBudget } from "./spending"
import { type HoldingBuyer, takeHold } from "./unpaid-holds"
import { isCheckoutGone, isTaskOver } from "./payment-requests"
import { isNotOpened } from "./not-opened"
import { isAtSilent } from "./silent-accounts"
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

/** The rows of `gw_payment`. Bank snapshots are applied by the reducer, not here. */
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

  /**
   * Deletes a payment whose order could not be placed, unless the bank may know the payment: the outcome of the call is
   * unknown, or the call is in progress. Such a payment is ended with the interrupted ones.
   */
  async abandon(id: string): Promise<void> {
    const unanswered = () => this.knex("gw_payment").where({ id, version: 0 })
    const isUnknown = "bank_called_at is not null and status in ('created', 'unknown')"
    await unanswered().whereRaw(`not (${isUnknown})`).delete()
    await unanswered().whereRaw(isUnknown).update({ provisioned_at: null })
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
   * Marks the outcome of the bank call as unknown, unless a bank update has already been applied, or another process has
   * ended the payment meanwhile.
   */
  async markUnknown(id: string): Promise<void> {
    const next_check_at = this.knex.raw("now() + interval '15 seconds'")
    await this.knex("gw_payment")
      .where({ id, version: 0 })
      .whereIn("status", UNOPENED)
      .update({ status: "unknown", next_check_at, updated_at: this.knex.fn.now() })
  }

  /** Declines a payment that the bank refused to open. The bank has executed nothing and will not. */
  async markRefused(id: string, decline_code: string): Promise<void> {
    await this.endUnopened({ id, version: 0 }, refusal(decline_code))
  }

  /**
   * Payments with a due check that the bank has certainly not opened within this many seconds. Also those of an account
   * whose bank answers no call.
   */
  async notOpened(olderThanSeconds: number, limit: number): Promise<string[]> {
    return this.knex("gw_payment")
      .whereRaw(`next_check_at <= now() and provisioned_at is not null and ${NOT_OPENED}`)
      .andWhereRaw("created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("next_check_at")
      .limit(limit)
      .pluck("id")
  }

  /**
   * Declines a payment whose order is placed, if the bank has certainly not opened it; no later attempt opens it. False for
   * any other payment, about which the bank must be queried.
   */
  endNotOpened(id: string): Promise<boolean> {
    const placed = `provisioned_at is not null and ${NOT_OPENED}`
    return this.endUnopened({ id }, refusal("not_executed"), {}, placed)
  }

  /**
   * Payments that are not yet linked to their order and session after this many seconds, because the request
   * was interrupted. Of the accounts whose bank is `out`, only those that the bank has certainly not opened.
   */
  async interrupted(olderThanSeconds: number, limit: number, out: readonly string[]): Promise<Payment[]> {
    const rows = await this.knex("gw_payment")
      .whereRaw(`(not ${isAtSilent("gw_payment")} or ${NOT_OPENED})`, { out: [...out] })
      .whereNull("provisioned_at")
      .andWhereRaw("created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("created_at")
      .limit(limit)
    return rows.map(toPayment)
  }

  /**
   * Declines an interrupted payment that the bank does not know. The store then settles it like any decline. With
   * `isQueried` false, only a payment that the bank has certainly not opened. Returns whether it was declined.
   */
  endInterrupted(id: string, { isQueried = true } = {}): Promise<boolean> {
    const unprovisioned = { id, version: 0, provisioned_at: null }
    const change = { provisioned_at: this.knex.fn.now() }
    return this.endUnopened(unprovisioned, INTERRUPTED, change, isQueried ? "true" : NOT_OPENED)
  }

  /**
   * Declines the payment that meets the condition, and records its `failed` effect, once. Leaves a payment alone that the
   * bank has updated. Returns whether it was declined.
   */
  private async endUnopened(
    where: Partial<Payment> & { id: string },
    { code: decline_code, message: decline_message }: Decline,
    change: object = {},
    condition = "true"
  ): Promise<boolean> {
    return this.knex.transaction(async (trx) => {
      const updated_at = trx.fn.now()
      const ended = { status: "declined", decline_code, decline_message, next_check_at: null, updated_at }
      const payment = trx("gw_payment").where(where).whereRaw(condition)
      if (!(await payment.update({ ...ended, ...change }))) return false
      const effect = { payment_id: where.id, key: "failed", effect: "failed" }
      await trx("gw_effect").insert(effect).onConflict(["payment_id", "key"]).ignore()
      return true
    })
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

  /** Marks the payments of a canceled order. */
  async noteCancellation(order_id: string): Promise<void> {
    const order_canceled_at = this.knex.fn.now()
    await this.knex("gw_payment").where({ order_id, order_canceled_at: null }).update({ order_canceled_at })
  }

  /** Marks those of these payments whose orders are canceled, for cancellations whose event was lost. */
  async noteCancellations(ids: readonly string[]): Promise<void> {
    await this.knex.raw(NOTE_CANCELED, [[...ids]])
  }

  /**
   * Payments of canceled orders for which the bank can still capture money or still holds captured money.
   * Medusa also cancels an order if its refund fails. Excluded are payments tried within the last minute, and
   * those whose refund failed after the cancellation, because it would fail again and the merchant was
   * notified. Fully disputed payments are excluded once the merchant was notified. After each refusal by the
   * bank the pause doubles, up to one day. Medusa itself refunds payments at other providers. Those of the accounts whose
   * bank is `out` are excluded as well.
   */
  async ofCanceledOrders(limit: number, out: readonly string[]): Promise<Payment[]> {
    const rows = await this.knex("gw_payment as p")
      .join("order as o", "o.id", "p.order_id")
      .whereRaw(`p.route = 'bank' and p.order_canceled_at is not null and ${canceled("o")} and ${HAS_FUNDS}`)
      .whereRaw(`not (p.status = 'captured' and ${ALL_DISPUTED} and ${IS_NOTIFIED})`)
      .whereNotIn("p.bank_account", [...out])
      .whereNotExists(this.knex("gw_bank_operation as b").whereRaw(TRIED_RECENTLY))
      .whereNotExists(this.knex("gw_effect as e").whereRaw(FAILED_SINCE))
      .orderBy("p.id")
      .limit(limit)
      .select("p.*")
    return rows.map(toPayment)
  }

  private async touch(where: Partial<Payment>, change: object): Promise<void> {
    await this.knex("gw_payment")
      .where(where)
      .update({ ...change, updated_at: this.knex.fn.now() })
  }
}

const NOT_OPENED = isNotOpened("gw_payment")

/** The statuses of a payment about which the bank has reported nothing yet, and which was not ended. */
const UNOPENED = ["created", "unknown"]

/** The payment can still be captured, or some captured money is not refunded. Matches the condition of the index. */
const HAS_FUNDS = `(p.status in ('requires_action', 'processing', 'authorized', 'partially_captured')
  or p.captured_amount > p.refunded_amount + p.refund_pending_amount)`

/** Whether the merchant was notified that the money could not be refunded. */
const IS_NOTIFIED =
  "exists (select from gw_review r where r.payment_id = p.id and r.source = 'refunded_by_store')"

/** Whether cardholders dispute the whole remaining amount, so that nothing is left to refund. */
const ALL_DISPUTED = `p.captured_amount - p.refunded_amount - p.refund_pending_amount <= (
  select coalesce(sum((d ->> 'amount')::bigint), 0) from jsonb_array_elements(p.disputes) d
   where d ->> 'status' <> 'won')`

/* The lateral join reads each order by its id, instead of reading all canceled orders. */
const NOTE_CANCELED = `
  update gw_payment set order_canceled_at = now()
   where id = any (array(
     select p.id from gw_payment p
      cross join lateral (select status, canceled_at from "order" where id = p.order_id offset 0) o
      where p.id = any(?) and p.order_canceled_at is null and ${HAS_FUNDS} and ${canceled("o")}))`

/** What a capture has left of an authorization is voided also after the refund of the captured part has failed. */
const FAILED_SINCE = `p.status <> 'partially_captured'
  and e.payment_id = p.id and e.key like 'refund_failed:%' and e.done_at > o.canceled_at`

/** One minute, doubled by each refusal after the first since the order was canceled. */
const PAUSE = `(
  select least(power(2, least(greatest(count(*), 1), 12) - 1), 1440) * interval '1 minute'
    from gw_bank_operation r
   where r.payment_id = p.id and r.kind in ('void', 'refund') and r.status = 'refused'
     and r.created_at > o.canceled_at)`

/** An unresolved refund, or any void or refund within the pause. */
const TRIED_RECENTLY = `b.payment_id = p.id and b.kind in ('void', 'refund')
  and (b.created_at > now() - ${PAUSE} or (b.kind = 'refund' and b.status in ('requested', 'unknown')))`

/** Neutral messages for the known reasons why the bank did not open a payment. */
const REFUSALS: Record<string, string> = {
  token_not_active: "The card is no longer active.",
  not_executed: "The bank did not open the payment.",
  mandate_limit: "The charge exceeds the limit that the customer agreed to.",
}

const refusal = (code: string): Decline => ({
  code,
  message: REFUSALS[code] ?? "The bank refused to open the payment.",
})

/** The call that opens a payment. Except for the customer, it is identical for the first attempt and every retry. */
export function createCallOf(payment: Payment, customer: OrderCustomer | undefined): CreatePayment {
  const { merchant_reference, intent, amount, currency, description } = payment
  const { method, customer_email, save_card } = payment
  return {
    merchant_reference,
    intent,
    amount,
    currency,
    description,
    return_url: String(payment.return_url),
    method,
    ...(customer_email && { customer_email }),
    ...(customer && { customer }),
    ...(save_card && { save_card }),
  }
}

/** The call that charges a saved card. It is identical for the first attempt and every retry. */
export function chargeCallOf(payment: Payment, card: CardToken): TokenCharge {
  const { merchant_reference, amount, currency, description } = payment
  const { usage: type, network_transaction_id } = card
  const mit = { type, initial_network_transaction_id: String(network_transaction_id) }
  return {
    bank_token_id: String(card.bank_token_id),
    merchant_reference,
    amount,
    currency,
    description,
    mit,
  }
}
