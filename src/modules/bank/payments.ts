import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import { newId } from "../../domain/secrets"
import { type Decline, INTERRUPTED } from "../../domain/settlement"
import type { CreatePayment, TokenCharge } from "../../drivers/driver"
import { canceled } from "./canceled-orders"
import type { CardToken } from "./models/card"
import { type PaymentFilters, type PaymentPage, listPayments } from "./payment-list"
import { type Payment, toPayment } from "./models/payment"
import { type Resolution, type ReviewReason, openReview, resolveReview } from "./review"
import { takeBudget } from "./spending"
import { isUnpaid } from "./unpaid-orders"
import { takeQuestion, takeTurns } from "./turns"

/** What must be known before a bank is asked. Amount in minor units. */
export type NewPayment = Pick<
  Payment,
  "id" | "origin" | "intent" | "amount" | "currency" | "description" | "return_url"
> &
  Partial<
    Pick<
      Payment,
      | "client_id"
      | "cart_id"
      | "order_id"
      | "shop_order_id"
      | "order_reference"
      | "customer_email"
      | "continue_url"
      | "save_card"
      | "card_token_id"
    >
  >

type Column = "id" | "merchant_reference" | "session_id" | "shop_order_id" | "order_id" | "client_id"

/** The payments' rows, apart from what a snapshot changes: that is the reducer's. */
export class Payments {
  constructor(private readonly knex: Knex) {}

  /**
   * Writes a payment down, with the reference and the idempotency key it will have at the bank for ever. Throws
   * `spending_limit` where the merchant's rules for its client leave no room for it, however many are written down at
   * once, and `request_in_progress` when another request has written it down, or another payment pays the order that an
   * agent wants to pay. In a storefront, an order that was paid can have more to pay, after an edit or an exchange.
   */
  async prepare(payment: NewPayment): Promise<void> {
    const row = { ...payment, merchant_reference: newId("gwp"), idempotency_key: randomUUID() }
    const isNew = await this.knex.transaction(async (trx) => {
      if (payment.client_id && payment.order_id && !(await isUnpaid(trx, payment.order_id))) return false
      await takeBudget(trx, payment)
      const written = await trx("gw_payment").insert(row).onConflict("id").ignore().returning("id")
      return written.length === 1
    })
    if (!isNew) throw problem("request_in_progress", { payment_id: payment.id })
  }

  /**
   * Ties a payment to Medusa's payment session, once. False when it is not ours to tie: unknown, taken, or for
   * another amount than the session's.
   */
  async claim(
    id: string,
    session: Pick<Payment, "amount" | "currency"> & { session_id: string }
  ): Promise<boolean> {
    const { session_id, amount, currency } = session
    const free = this.knex("gw_payment").where({ id, amount, currency }).whereNull("session_id")
    return (await free.update({ session_id })) === 1
  }

  /** Ties a payment to the order that waits for it. */
  async attachOrder(id: string, order: { id: string; display_id?: number }): Promise<void> {
    await this.touch({ id }, { order_id: order.id, shop_order_id: order.display_id })
  }

  /** From here on the settlement may act: the order, the session and the payment know each other. */
  async provision(id: string): Promise<void> {
    const now = this.knex.fn.now()
    await this.knex("gw_payment").where({ id }).whereNull("provisioned_at").update({ provisioned_at: now })
  }

  /** Forgets a payment whose order could not be placed, unless the bank may have heard of it. */
  async abandon(id: string): Promise<void> {
    await this.knex("gw_payment").where({ id, version: 0 }).whereNot({ status: "unknown" }).delete()
  }

  /** The newest payment with exactly these values. */
  async find(where: Partial<Pick<Payment, Column>>): Promise<Payment | undefined> {
    const row = await this.knex("gw_payment").where(where).orderBy("created_at", "desc").first()
    return row && toPayment(row)
  }

  /** A page of payments, newest first. Undefined for a cursor that is not ours. */
  list(filters: PaymentFilters, limit: number, cursor?: string): Promise<PaymentPage | undefined> {
    return listPayments(this.knex, filters, limit, cursor)
  }

  async retrieve(id: string): Promise<Payment> {
    const payment = await this.find({ id })
    if (!payment) throw new Error(`no payment ${id}`)
    return payment
  }

  /** The seconds since a payment was written down, by the database's clock: servers' clocks differ. */
  async ageOf(id: string): Promise<number> {
    const age = this.knex.raw("extract(epoch from now() - created_at)::float8 as age")
    const row = await this.knex("gw_payment").where({ id }).first<{ age: number } | undefined>(age)
    if (!row) throw new Error(`no payment ${id}`)
    return row.age
  }

  /** Notes that the bank's answer to our call is not known, unless a message of the bank has told it meanwhile. */
  async markUnknown(id: string): Promise<void> {
    const soon = this.knex.raw("now() + interval '15 seconds'")
    await this.touch({ id, version: 0 }, { status: "unknown", next_check_at: soon })
  }

  /** Ends a payment the bank refused to open: nothing was executed there, and nothing will be. */
  async markRefused(id: string, decline_code: string): Promise<void> {
    const decline_message = REFUSALS[decline_code] ?? "The bank refused to open the payment."
    await this.endUnopened({ id, version: 0 }, { code: decline_code, message: decline_message })
  }

  /** Payments whose making was interrupted: the order, the session and the payment never came to know each other. */
  async interrupted(olderThanSeconds: number, limit: number): Promise<Payment[]> {
    const rows = await this.knex("gw_payment")
      .whereNull("provisioned_at")
      .andWhereRaw("created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("created_at")
      .limit(limit)
    return rows.map(toPayment)
  }

  /** Ends an interrupted payment the bank was never asked for. What it owes the store then is owed like a decline. */
  async endInterrupted(id: string): Promise<void> {
    const unprovisioned = { id, version: 0, provisioned_at: null }
    await this.endUnopened(unprovisioned, INTERRUPTED, { provisioned_at: this.knex.fn.now() })
  }

  /** What the payment owes the store then is owed once; one the bank has told of is left alone. */
  private async endUnopened(
    where: Partial<Payment> & { id: string },
    { code: decline_code, message: decline_message }: Decline,
    change: object = {}
  ): Promise<void> {
    await this.knex.transaction(async (trx) => {
      const updated_at = trx.fn.now()
      const ended = { status: "declined", decline_code, decline_message, next_check_at: null, updated_at }
      if (
        !(await trx("gw_payment")
          .where(where)
          .update({ ...ended, ...change }))
      )
        return
      const owed = { payment_id: where.id, key: "failed", effect: "failed" }
      await trx("gw_effect").insert(owed).onConflict(["payment_id", "key"]).ignore()
    })
  }

  /** Asks for a person's eye, once for each occasion, without changing what the payment is. Whether it is a new one. */
  noteForReview(id: string, why: ReviewReason): Promise<boolean> {
    return openReview(this.knex, id, why)
  }

  /** Closes what is open of a payment's review, because a person has looked. */
  resolveReview(id: string, resolution: Resolution): ReturnType<typeof resolveReview> {
    return resolveReview(this.knex, id, resolution)
  }

  /** Throws when a payment is not held for a person any more, and keeps it held until the transaction ends otherwise. */
  async checkHeld(id: string, trx: Knex.Transaction): Promise<void> {
    const payment = await trx("gw_payment").where({ id }).forUpdate().first("status")
    if (payment?.status !== "manual_review") throw new Error(`payment ${id} is not held any more`)
  }

  /** Takes the payments whose turn it is to be asked for at the bank. What was interrupted before has its own end. */
  async takeDue(limit: number): Promise<Payment[]> {
    const rows = await takeTurns<Payment>(this.knex, "gw_payment", limit, "provisioned_at is not null")
    return rows.map((row) => toPayment({ ...row }))
  }

  /** Whether the bank may be asked for a payment now because its page was opened: at most every two seconds. */
  takeQuestion(id: string): Promise<boolean> {
    return takeQuestion(this.knex, "gw_payment", id)
  }

  /** Notes that an order is canceled: from here on its payments are among those of canceled orders. */
  async noteCancellation(order_id: string): Promise<void> {
    const order_canceled_at = this.knex.fn.now()
    await this.knex("gw_payment").where({ order_id, order_canceled_at: null }).update({ order_canceled_at })
  }

  /** Notes the same of those payments, among the ones named, whose orders are canceled without anybody telling of it. */
  async noteCancellations(ids: readonly string[]): Promise<void> {
    await this.knex.raw(NOTE_CANCELED, [[...ids]])
  }

  /**
   * Payments of orders that are noted as canceled which the bank may still take money for, or has taken it and kept it:
   * Medusa cancels an order also when the refund that goes with it fails. None that was tried within the last minute, and
   * none the bank could not refund since the order was canceled: it would fail again, and the merchant has been told. One
   * the bank refuses is tried less and less often, at last once a day.
   */
  async ofCanceledOrders(limit: number): Promise<Payment[]> {
    const rows = await this.knex("gw_payment as p")
      .join("order as o", "o.id", "p.order_id")
      .whereRaw(`p.order_canceled_at is not null and ${canceled("o")} and ${HELD}`)
      .whereRaw(`not (p.status = 'captured' and ${ALL_DISPUTED} and ${IS_TOLD})`)
      .whereNotExists(this.knex("gw_bank_operation as b").whereRaw(TRIED_LATELY))
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

/** What the bank may still take money for, or has taken and kept: in the words of the index. */
const HELD = `(p.status in ('requires_action', 'processing', 'authorized', 'partially_captured')
  or p.captured_amount > p.refunded_amount + p.refund_pending_amount)`

/** Whether the merchant was told that the money could not be given back. */
const IS_TOLD = "exists (select from gw_review r where r.payment_id = p.id and r.source = 'given_back')"

/** Whether cardholders dispute all that is left: nothing of it is to be given back. */
const ALL_DISPUTED = `p.captured_amount - p.refunded_amount - p.refund_pending_amount <= (
  select coalesce(sum((d ->> 'amount')::bigint), 0) from jsonb_array_elements(p.disputes) d
   where d ->> 'status' <> 'won')`

/* Each order by its id, and not all that are canceled. */
const NOTE_CANCELED = `
  update gw_payment set order_canceled_at = now()
   where id = any (array(
     select p.id from gw_payment p
      cross join lateral (select status, canceled_at from "order" where id = p.order_id offset 0) o
      where p.id = any(?) and p.order_canceled_at is null and ${HELD} and ${canceled("o")}))`

const FAILED_SINCE = "e.payment_id = p.id and e.key like 'refund_failed:%' and e.done_at > o.canceled_at"

/** A minute, doubled by each refusal after the first since the order was canceled. */
const PAUSE = `(
  select least(power(2, least(greatest(count(*), 1), 12) - 1), 1440) * interval '1 minute'
    from gw_bank_operation r
   where r.payment_id = p.id and r.kind in ('void', 'refund') and r.status = 'refused'
     and r.created_at > o.canceled_at)`

/** A refund that is not resolved, or any call begun so lately that the bank gets some time to think better of it. */
const TRIED_LATELY = `b.payment_id = p.id and b.kind in ('void', 'refund')
  and (b.created_at > now() - ${PAUSE} or (b.kind = 'refund' and b.status in ('requested', 'unknown')))`

/** Why the bank would not open a payment, where it can be told in neutral words. */
const REFUSALS: Record<string, string> = {
  token_not_active: "The card is not active any more.",
  not_executed: "The bank could not be brought to open the payment.",
  mandate_limit: "The charge is more than the shopper has agreed to.",
}

/** The call that opens a payment: the same for the first attempt and for every repeat. */
export function createCallOf(payment: Payment): CreatePayment {
  const { merchant_reference, intent, amount, currency, description, customer_email, save_card } = payment
  return {
    merchant_reference,
    intent,
    amount,
    currency,
    description,
    return_url: String(payment.return_url),
    ...(customer_email && { customer_email }),
    ...(save_card && { save_card }),
  }
}

/** The call that charges a kept card, which opens its payment: always the same, too. */
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
