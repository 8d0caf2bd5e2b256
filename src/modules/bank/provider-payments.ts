import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isExactAt } from "../../domain/exact-amount"
import {
  type ProviderPayment,
  type ProviderTotals,
  isUncaptured,
  refundableOf,
  totalsOf,
} from "../../domain/provider-payment"
import { toDecimal } from "../../domain/money"
import { MANUAL_PROVIDER_ID, PROVIDER_ROUTES } from "../../domain/payment-route"
import { effectsOf, endedUnpaid } from "../../domain/settlement"
import { toMinorUnits } from "../../lib/minor-units"
import { canceled } from "./canceled-orders"
import { clearUnchargedCard } from "./charged-card"
import { deferredOf, NO_DECLINE, storeDeferred } from "./deferred-payments"
import { recordEffects } from "./effects"
import type { Operation } from "./models/operation"
import { type Payment, toPayment } from "./models/payment"
import { Operations } from "./operations"
import { openReview, type ReviewReason } from "./review"

/** How `created_by` begins in Medusa's record of a refund that the plugin requested; the operation's id follows. */
export const OPERATION_MARK = "gw_operation:"

/** The value of `created_by` in Medusa's record of the refund that an operation executes. */
export const operationMark = (operation_id: string): string => `${OPERATION_MARK}${operation_id}`

/** The payment to refund, or the code of the refusal. */
export type Refundable =
  | { readonly held: ProviderPayment; readonly refused?: never }
  | {
      readonly held?: never
      readonly refused: "refund_exceeds_captured" | "no_refundable_payment" | "inexact_amount"
    }

/** The payment to capture, or the code of the refusal. */
export type Capturable =
  | { readonly held: ProviderPayment; readonly refused?: never }
  | { readonly held?: never; readonly refused: "no_capturable_payment" | "manual_payment" }

/**
 * Payments of agents' orders at other payment providers than the plugin's bank. Medusa is the authority on them: their
 * rows in `gw_payment` follow Medusa's records.
 */
export class ProviderPayments {
  constructor(private readonly knex: Knex) {}

  /**
   * Applies what Medusa has recorded to the payment of an order, with the effects that it implies, each once. Returns the
   * payment's id; undefined if the order is not paid through another provider. The payment's row lock orders concurrent calls,
   * and Medusa's records are read under it, so that older ones never replace newer ones.
   */
  async follow(order_id: string, db: Knex = this.knex): Promise<string | undefined> {
    return db.transaction(async (trx) => {
      const row = await trx("gw_payment")
        .where({ order_id })
        .whereIn("route", AT_PROVIDER)
        .forUpdate()
        .first()
      if (!row) return undefined
      const payment = toPayment(row)
      const payments = (await paymentsOf(trx, [payment])).get(order_id) ?? []
      const totals = totalsOf(payments)
      if (payment.status === "nothing_due") await storeDeferred(trx, payment)
      if (totals && differs(payment, totals)) await store(trx, payment, totals)
      if (totals && isHeld(totals)) await reviewHeld(trx, payment, payments, totals)
      return payment.id
    })
  }

  /** The payments of an order, the oldest first. Amounts in minor units. */
  async of(payment: Ordered): Promise<readonly ProviderPayment[]> {
    return (await paymentsOf(this.knex, [payment])).get(String(payment.order_id)) ?? []
  }

  /**
   * The providers of payments by the payments' ids: their ids in Medusa, each once; none until Medusa has a payment. Without
   * an order, a payment's reference is Medusa's id of it.
   */
  async providersOf(payments: readonly Shown[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const placed = payments.filter(({ order_id }) => order_id)
    const ofOrders = placed.length ? await paymentsOf(this.knex, placed) : undefined
    const ofCarts = await this.providersOfCarts(payments.filter(({ order_id }) => !order_id))
    const providersOf = ({ order_id, merchant_reference }: Shown) =>
      order_id
        ? (ofOrders?.get(order_id) ?? []).map(({ provider_id }) => provider_id)
        : (ofCarts.get(merchant_reference) ?? [])
    return new Map(payments.map((payment) => [payment.id, [...new Set(providersOf(payment))]]))
  }

  /** The providers of payments without an order, by their references. */
  private async providersOfCarts(payments: readonly Referenced[]): Promise<ReadonlyMap<string, string[]>> {
    if (!payments.length) return new Map()
    const ids = payments.map(({ merchant_reference }) => merchant_reference)
    const rows = await this.knex<{ id: string; provider_id: string }>("payment")
      .whereIn("id", ids)
      .select("id", "provider_id")
    return new Map(rows.map(({ id, provider_id }) => [id, [provider_id]]))
  }

  /**
   * The payment of an order through which this amount can be refunded, or why none can. One call refunds one payment, and
   * Medusa's manual provider moves no money, so staff refund what only several payments together or this provider hold.
   * The provider must not round the amount, unless it is the rest of a payment, whose charge may have been rounded. Minor
   * units.
   */
  async refundable(payment: Ordered, amount: number): Promise<Refundable> {
    const payments = await this.of(payment)
    const holding = payments.filter((one) => holds(one, amount))
    const held = holding.find(
      (one) => amount === refundableOf(one) || isExactAt(one.provider_id, amount, payment.currency)
    )
    if (held) return { held }
    if (holding.length) return { refused: "inexact_amount" }
    const left = payments.reduce((sum, one) => sum + refundableOf(one), 0)
    return { refused: left < amount ? "refund_exceeds_captured" : "no_refundable_payment" }
  }

  /**
   * The payment of an order that can be captured with exactly this amount, or why none can. Medusa has a provider capture a
   * whole payment: it does not send the amount. Its manual provider moves no money. Minor units.
   */
  async capturable(payment: Ordered, amount: number): Promise<Capturable> {
    const whole = (await this.of(payment)).filter((one) => one.amount === amount && isUncaptured(one))
    const held = whole.find(movesMoney)
    if (held) return { held }
    return { refused: whole.length ? "manual_payment" : "no_capturable_payment" }
  }

  /** The amount of the next payment of an order that can be captured; 0 if none can. Minor units. */
  async toCapture(payment: Ordered): Promise<number> {
    const next = (await this.of(payment)).find((one) => isUncaptured(one) && movesMoney(one))
    return next?.amount ?? 0
  }

  /**
   * The payment for which an operation requested a refund that Medusa has not recorded. Undefined if that payment no longer
   * has the amount left, whatever the order's other payments have.
   */
  async holding(
    payment: Ordered,
    { provider_payment_id, amount }: Pick<Operation, "provider_payment_id" | "amount">
  ): Promise<ProviderPayment | undefined> {
    const payments = await this.of(payment)
    return payments.find((one) => one.id === provider_payment_id && holds(one, Number(amount)))
  }

  /** Whether Medusa has recorded the refund that an operation executes, and booked it on the order. */
  async isBooked(payment: Ordered, operation_id: string): Promise<boolean> {
    return (await this.of(payment)).some(({ refunds }) => refunds.some(({ id }) => id === operation_id))
  }

  /** Whether Medusa has a record of the refund that an operation executes. */
  async isRecorded(operation_id: string): Promise<boolean> {
    const records = this.knex("refund").where({ created_by: operationMark(operation_id), deleted_at: null })
    return (await records.first("id")) !== undefined
  }

  /**
   * Records that a provider has executed a refund, in the caller's transaction: the operation is done, and the effect
   * that completes Medusa's record of an order is stored. Without an order, the refunded amount is stored here.
   */
  async executed({ id, payment_id, merchant_reference, amount }: Operation, trx: Knex): Promise<void> {
    // Locked before the effect is stored, as by `follow`: otherwise both would wait for each other.
    const payment = await trx("gw_payment").where({ id: payment_id }).forUpdate().first("order_id")
    await new Operations(trx).settle(id, "done")
    if (!payment?.order_id)
      return void (await trx("gw_payment").where({ id: payment_id }).update({ refunded_amount: amount }))
    const movement = { id, merchant_reference, amount: Number(amount) }
    await recordEffects(trx, payment_id, [{ key: `refund:${id}`, effect: "refund", movement }])
  }

  /**
   * The orders of those of these payments that differ from Medusa's records, or are canceled while a payment holds money
   * and the merchant was not notified, because an event was lost.
   */
  async outdated(ids: readonly string[]): Promise<string[]> {
    const rows: Record<string, unknown>[] = await this.knex("gw_payment")
      .whereIn("id", [...ids])
      .whereIn("route", AT_PROVIDER)
      .whereNotNull("order_id")
    const payments = rows.map(toPayment)
    const totals = await totalsOfOrders(this.knex, payments)
    const unnoticed = await this.unnoticed(ids)
    const free = payments.filter(({ status }) => status === "nothing_due").map((one) => String(one.order_id))
    const deferred = new Set((await deferredOf(this.knex, free)).map(({ order_id }) => order_id))
    return payments.flatMap((payment) => {
      const order_id = String(payment.order_id)
      const now = totals.get(order_id)
      const isOutdated = now && (differs(payment, now) || (isHeld(now) && unnoticed.has(order_id)))
      return isOutdated || deferred.has(order_id) ? [order_id] : []
    })
  }

  /** The canceled orders of these payments whose merchant was not notified of money that is still held. */
  private async unnoticed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows: { order_id: string }[] = await this.knex("gw_payment as p")
      .join("order as o", "o.id", "p.order_id")
      .whereIn("p.id", [...ids])
      .whereRaw(canceled("o"))
      .whereNotExists(
        this.knex("gw_review as r").whereRaw("r.payment_id = p.id and r.source = ?", [CANCELED_ORDER])
      )
      .select("p.order_id")
    return new Set(rows.map(({ order_id }) => order_id))
  }
}

const holds = (payment: ProviderPayment, amount: number): boolean =>
  movesMoney(payment) && refundableOf(payment) >= amount

const movesMoney = ({ provider_id }: ProviderPayment): boolean => provider_id !== MANUAL_PROVIDER_ID

type Ordered = Pick<Payment, "order_id" | "currency">
type Referenced = Pick<Payment, "merchant_reference">
type Shown = Ordered & Referenced & Pick<Payment, "id">

const AT_PROVIDER = [...PROVIDER_ROUTES]

/** The source of the review of a canceled order whose payment still holds money. */
const CANCELED_ORDER = "order_canceled"

/** Another session of the order was paid than the one on the store's page. */
const PAID_AFTER_END: ReviewReason = {
  reason:
    "The order was paid after the agent's payment had ended. Decide whether to deliver or to refund it.",
  source: "paid_after_end",
}

/** The review of an order that was paid twice, once for each payment that is the newest then. */
const paidTwice = (newest: ProviderPayment | undefined): ReviewReason => ({
  reason:
    "The order was paid twice: its payments hold more than it has ever cost. Refund what is too much on Medusa's page of the order.",
  source: `paid_twice:${newest?.id}`,
})

/**
 * Whether the payments hold money of the customer: authorized, also the rest of a partial capture, or captured and not
 * refunded.
 */
const isHeld = ({ status, captured, refunded }: ProviderTotals) =>
  status === "authorized" || status === "partially_captured" || captured > refunded

async function isCanceled(db: Knex, order_id: string): Promise<boolean> {
  const order = db("order as o").where({ id: order_id }).whereRaw(canceled("o"))
  return (await order.first("o.id")) !== undefined
}

/**
 * Medusa cancels an order also if its provider fails to cancel or to refund the payment, and does not try again. It never
 * cancels the rest of a partial capture, which the provider may have kept authorized, captured or released.
 */
function reviewOfCanceled(
  { currency }: Payment,
  { amount, captured, refunded }: ProviderTotals
): ReviewReason {
  const sum = (minor: number) => `${toDecimal(minor, currency)} ${currency}`
  const parts = [
    ...(captured > refunded ? [`${sum(captured - refunded)} are captured and not refunded`] : []),
    ...(captured && captured < amount ? [`${sum(amount - captured)} were not captured in Medusa`] : []),
    ...(captured ? [] : [`${sum(amount)} are authorized`]),
  ]
  return {
    reason: `The order is canceled, but ${parts.join(", and ")}. Check the payment at its provider.`,
    source: CANCELED_ORDER,
  }
}

function differs(payment: Payment, { status, amount, captured, refunded }: ProviderTotals): boolean {
  return (
    payment.status !== status ||
    payment.amount !== amount ||
    payment.captured_amount !== captured ||
    payment.refunded_amount !== refunded
  )
}

/** Opens the reviews of money that is held and not expected. */
async function reviewHeld(
  trx: Knex.Transaction,
  payment: Payment,
  payments: readonly ProviderPayment[],
  totals: ProviderTotals
): Promise<void> {
  const { id, order_id, route, status } = payment
  if (route === "page" && endedUnpaid(status)) await openReview(trx, id, PAID_AFTER_END)
  const holding = payments.filter((one) => heldIn(one) > 0)
  if (await isCanceled(trx, String(order_id))) await openReview(trx, id, reviewOfCanceled(payment, totals))
  else if (await isPaidTwice(trx, payment, holding)) await openReview(trx, id, paidTwice(holding.at(-1)))
}

/**
 * Whether several payments hold more than the order has ever cost: two that are each as large as the order, or more that
 * have captured it. After an edit that has reduced the order they may hold more than it costs now. Each amount may have been
 * rounded up.
 */
async function isPaidTwice(
  trx: Knex.Transaction,
  { order_id, currency }: Payment,
  payments: readonly ProviderPayment[]
): Promise<boolean> {
  if (payments.length < 2) return false
  const { rows } = await trx.raw<{ rows: { total: string }[] }>(ORDER_TOTALS, { order_id })
  const totals = rows.map((row) => toMinorUnits(row.total, currency))
  const [total = 0] = totals
  const isWhole = payments.filter((payment) => heldIn(payment) >= total).length > 1
  const sum = payments.map(isWhole ? heldIn : refundableOf).reduce((all, amount) => all + amount, 0)
  return total > 0 && sum > Math.max(...totals) + payments.length
}

/** What a payment holds: authorized, or captured and not refunded. Minor units. */
const heldIn = (payment: ProviderPayment): number =>
  payment.is_canceled || payment.captures.length ? refundableOf(payment) : payment.amount

/** The totals of all versions of an order, the current one first. */
const ORDER_TOTALS = `
  select totals ->> 'current_order_total' as total from order_summary
   where order_id = :order_id and deleted_at is null order by version desc`

async function store(trx: Knex.Transaction, payment: Payment, totals: ProviderTotals): Promise<void> {
  const { id, version, route } = payment
  await clearUnchargedCard(trx, payment)
  const { status, amount, captured, refunded, captures } = totals
  const amounts = { amount, captured_amount: captured, refunded_amount: refunded }
  await trx("gw_payment")
    .where({ id })
    .update({
      ...amounts,
      ...NO_DECLINE,
      status,
      version: version + 1,
      ...(route === "storefront" && { intent: "preauth" }),
      // A payment that Medusa has recorded as authorized, before the store was killed, may be captured at the provider.
      // The check of a payment that its provider confirms later finds out whether Medusa has recorded it completely.
      ...(status !== "authorized" && route === "page" && { next_check_at: null }),
      updated_at: trx.fn.now(),
    })
  const refunds = totals.refunds.map((refund) => ({ ...refund, status: "succeeded" as const }))
  await recordEffects(trx, id, effectsOf({ status, intent: "preauth", captures, refunds }))
}

type Amounts = readonly {
  readonly id: string
  readonly merchant_reference: string | null
  readonly amount: string
}[]

interface Row {
  readonly order_id: string
  readonly id: string
  readonly provider_id: string
  readonly amount: string
  readonly is_canceled: boolean
  readonly captures: Amounts
  readonly refunds: Amounts
}

async function totalsOfOrders(db: Knex, orders: readonly Ordered[]): Promise<Map<string, ProviderTotals>> {
  const totals = new Map<string, ProviderTotals>()
  for (const [order_id, payments] of await paymentsOf(db, orders)) {
    const sums = totalsOf(payments)
    if (sums) totals.set(order_id, sums)
  }
  return totals
}

/** The payments of each order, the oldest first, by the order's id. */
async function paymentsOf(db: Knex, orders: readonly Ordered[]): Promise<Map<string, ProviderPayment[]>> {
  const currencies = new Map(orders.map(({ order_id, currency }) => [String(order_id), currency]))
  const { rows } = await db.raw<{ rows: Row[] }>(PAYMENTS, { orders: [...currencies.keys()] })
  const found = new Map<string, ProviderPayment[]>()
  for (const row of rows) {
    const payment = toProviderPayment(row, String(currencies.get(row.order_id)))
    found.set(row.order_id, [...(found.get(row.order_id) ?? []), payment])
  }
  return found
}

function toProviderPayment({ id, provider_id, is_canceled, ...row }: Row, currency: string): ProviderPayment {
  const inMinor = (movements: Amounts) =>
    movements.map((movement) => ({ ...movement, amount: toMinorUnits(movement.amount, currency) }))
  const amount = toMinorUnits(row.amount, currency)
  return {
    id,
    provider_id,
    amount,
    is_canceled,
    captures: inMinor(row.captures),
    refunds: inMinor(row.refunds),
  }
}

/**
 * Medusa stores a capture or refund before it calls the provider, and deletes it if the call fails. It books the order's
 * transaction afterwards, with the id of the record, or of the payment when it cancels an order. So a record counts as
 * soon as it is booked. The transaction of a cancellation books only refunds of Medusa's own that were stored before it:
 * another one is still in progress. A payment that is captured completely has a mark, which Medusa also writes only after
 * the call.
 */
const recorded = (table: "capture" | "refund", is_known = "false") => `
  coalesce((
    select json_agg(json_build_object('id', coalesce(o.id, r.id), 'amount', r.amount::text,
                                      'merchant_reference', o.merchant_reference) order by r.created_at, r.id)
      from ${table} r
      left join gw_bank_operation o on r.created_by ^@ '${OPERATION_MARK}' and o.id = substr(r.created_by, ${OPERATION_MARK.length + 1})
     where r.payment_id = p.id and r.deleted_at is null
       and (${is_known} or exists (
         select from order_transaction t
          where t.order_id = l.order_id and t.reference = '${table}' and t.deleted_at is null
            and (t.reference_id = r.id
                 or t.reference_id = p.id and o.id is null and t.created_at >= r.created_at)))), '[]')`

/** The sum of a payment's captures or refunds in Medusa. */
const sumOf = (table: "capture" | "refund") =>
  `coalesce((select sum(amount) from ${table} where payment_id = p.id and deleted_at is null), 0)`

/**
 * A payment that ended before its cart became the order. It has a row of its own, or was canceled before, or Medusa has
 * refunded it in full and has booked none of its movements on the order.
 */
const ENDED_BEFORE = `
  coalesce(p.canceled_at < (select created_at from "order" where id = l.order_id), false) or
  exists (select from gw_payment g where g.merchant_reference = p.id and g.order_id is null)
  or ${sumOf("capture")} > 0 and ${sumOf("refund")} >= ${sumOf("capture")}
  and not exists (
    select from order_transaction t
     where t.order_id = l.order_id and t.deleted_at is null
       and (t.reference_id = p.id
            or t.reference_id in (select id from capture where payment_id = p.id
                                  union all select id from refund where payment_id = p.id)))`

/** Without the payments that the plugin's own provider has made: after an edit the rest may be paid through the bank. */
const PAYMENTS = `
  select l.order_id, p.id, p.provider_id, p.amount::text as amount, p.canceled_at is not null as is_canceled,
         ${recorded("capture", "p.captured_at is not null")} as captures, ${recorded("refund")} as refunds
    from order_payment_collection l
    join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
   where l.order_id = any(:orders) and l.deleted_at is null
     and not exists (select from gw_payment g where g.session_id = p.payment_session_id)
     and not (${ENDED_BEFORE})
   order by p.created_at, p.id`
