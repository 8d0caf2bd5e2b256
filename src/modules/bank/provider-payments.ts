import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isExactAt } from "../../domain/exact-amount"
import {
  type ProviderPayment,
  type ProviderTotals,
  isUncaptured,
  refundableOf,
  totalsOf,
} from "../../domain/provider-payment"
import { MANUAL_PROVIDER_ID, PROVIDER_ROUTES } from "../../domain/payment-route"
import { effectsOf } from "../../domain/settlement"
import { canceled } from "./canceled-orders"
import { clearUnchargedCard } from "./charged-card"
import { deferredOf, NO_DECLINE, storeDeferred } from "./deferred-payments"
import { recordEffects } from "./effects"
import type { Operation } from "./models/operation"
import { type Payment, toPayment } from "./models/payment"
import { Operations } from "./operations"
import { type Ordered, operationMark, paymentsOf, totalsOfOrders } from "./provider-payment-records"
import { CANCELED_ORDER, isHeld, reviewHeld } from "./provider-payment-reviews"

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

type Referenced = Pick<Payment, "merchant_reference">
type Shown = Ordered & Referenced & Pick<Payment, "id">

const AT_PROVIDER = [...PROVIDER_ROUTES]

function differs(payment: Payment, { status, amount, captured, refunded }: ProviderTotals): boolean {
  return (
    payment.status !== status ||
    payment.amount !== amount ||
    payment.captured_amount !== captured ||
    payment.refunded_amount !== refunded
  )
}

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
