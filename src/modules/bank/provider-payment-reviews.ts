import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { toDecimal } from "../../domain/money"
import { type ProviderPayment, type ProviderTotals, refundableOf } from "../../domain/provider-payment"
import { endedUnpaid } from "../../domain/settlement"
import { toMinorUnits } from "../../lib/minor-units"
import { canceled } from "./canceled-orders"
import type { Payment } from "./models/payment"
import { openReview, type ReviewReason } from "./review"

/** The source of the review of a canceled order whose payment still holds money. */
export const CANCELED_ORDER = "order_canceled"

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
export const isHeld = ({ status, captured, refunded }: ProviderTotals) =>
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

/** Opens the reviews of money that is held and not expected. */
export async function reviewHeld(
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
