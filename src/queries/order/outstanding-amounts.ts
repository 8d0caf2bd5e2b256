import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { isCurrency } from "../../domain/money"
import { toMinorUnits } from "../../lib/minor-units"

/** The outstanding amount of an order. */
export interface OutstandingAmount {
  /** Minor units of `currency`. */
  readonly amount: number
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly email: string | null
}

/** The statuses of payment collections without any money. */
const UNPAID = ["not_paid", "awaiting", "canceled", "failed"]

/** `total` is requested because Medusa includes taxes in the summary only then. */
const FIELDS = ["status", "currency_code", "email", "total", "summary", "payment_collections.status"]

/**
 * The outstanding amount of an order that can be paid now. Null if nothing is outstanding, if the order has
 * ended, or if it was paid or has another payment; cash on delivery counts as paid.
 */
export async function outstandingAmountOf(
  container: MedusaContainer,
  order_id: string
): Promise<OutstandingAmount | null> {
  const order = await orderOf(container, order_id)
  if (order?.status !== "pending" || !isUntouched(order)) return null
  const currency = order.currency_code.toUpperCase()
  const amount = balanceOf(order)
  return isCurrency(currency) && amount > 0 ? { amount, currency, email: order.email } : null
}

/** The outstanding amount of an order over all payment methods, in minor units of its currency; at least 0. */
export async function amountDue(container: MedusaContainer, order_id: string): Promise<number> {
  const order = await orderOf(container, order_id)
  return order ? Math.max(0, balanceOf(order)) : 0
}

/** The amount paid beyond an order's total, in minor units of its currency; at least 0. */
export async function amountOverpaid(container: MedusaContainer, order_id: string): Promise<number> {
  const order = await orderOf(container, order_id)
  return order ? Math.max(0, -balanceOf(order)) : 0
}

/**
 * The order's total minus what was paid, in major units and not rounded, as Medusa's own workflows read it. Medusa computes
 * it from the lines on each read; the amount stored in the summary can differ from it by a rounding error.
 */
export async function pendingDifference(container: MedusaContainer, order_id: string): Promise<number> {
  const order = await orderOf(container, order_id)
  return MathBN.convert(order?.summary.pending_difference ?? 0).toNumber()
}

async function orderOf(container: MedusaContainer, order_id: string): Promise<Order | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: order_id } })
  return data[0] as Order | undefined
}

/**
 * The order's total minus what was paid, each rounded to minor units, so that a fraction of a minor unit is
 * neither outstanding nor overpaid.
 */
function balanceOf({ currency_code, summary }: Order): number {
  const currency = currency_code.toUpperCase()
  const { pending_difference: pending = 0, transaction_total: paid = 0 } = summary
  return toMinorUnits(MathBN.add(pending, paid), currency) - toMinorUnits(paid, currency)
}

interface Order {
  readonly status: string
  readonly currency_code: string
  readonly email: string | null
  readonly summary: Readonly<Record<string, number | undefined>>
  readonly payment_collections?: readonly ({ readonly status: string } | null)[]
}

function isUntouched({ summary, payment_collections = [] }: Order): boolean {
  const moved = [summary.paid_total, summary.refunded_total]
  if (moved.some((total) => !MathBN.convert(total ?? 0).eq(0))) return false
  return payment_collections.every((collection) => !collection || UNPAID.includes(collection.status))
}
