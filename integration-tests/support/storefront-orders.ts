import { eventually } from "./agent"
import { sql } from "./database"
import { adminGet, adminPost, type Order, orderNumber } from "./merchant"
import { stripe } from "./stripe"
import type { Paying } from "./stripe-shopper"

/** An order that its customer has paid in the storefront. */
export type Ordered = Paying & { readonly order: Order }

/** What the tests read of a payment in the admin. Amounts in minor units. */
export interface ShownPayment {
  payment_id: string
  route: string
  display_status: string
  amount: number
  captured_amount: number
  refunded_amount: number
  review_reason: string | null
  /** Whether staff can query the provider about it. */
  can_query: boolean
  movable: { capture: number; refund: number; void: boolean }
  operations: { id: string; status: string }[]
}

/** The payment of an order, as the admin shows it. */
export async function paymentOf({ order }: Ordered): Promise<ShownPayment> {
  const [row] = await sql<{ id: string }>("select id from gw_payment where order_id = $1", [order.id])
  const path = `/admin/agentic-commerce/payments/${row?.id}`
  return (await adminGet<{ payment: ShownPayment }>(path)).payment
}

/** The payment once it has these amounts or this status. */
export const becomes = (ordered: Ordered, expected: Partial<ShownPayment>): Promise<ShownPayment> =>
  eventually(async () => {
    const payment = await paymentOf(ordered)
    const isReached = Object.entries(expected).every(
      ([name, value]) => payment[name as keyof ShownPayment] === value
    )
    return isReached ? payment : undefined
  })

/** Medusa's id of the payment of an order. */
export const medusaPayment = ({ order }: Ordered): string =>
  order.payment_collections.flatMap(({ payments }) => payments)[0]?.id ?? ""

/** Minor units. */
export const totalOf = ({ order }: Ordered) => Math.round(order.total * 100)

/** The refunds that Stripe has made, in minor units. */
export const refundsAtStripe = async ({ intent }: Paying) =>
  (await stripe.refundsOf(intent)).map(({ amount }) => amount)

/** Medusa's records of an order: refunds, and the amount that the order has outstanding. */
export async function booked({ order }: Ordered) {
  const { payment_collections, summary, status } = await orderNumber(order.display_id)
  const refunds = payment_collections.flatMap(({ payments }) => payments.flatMap((one) => one.refunds))
  return {
    status,
    refunds: refunds.map(({ amount }) => Math.round(amount * 100)),
    refunded: Math.round(summary.refunded_total * 100),
    outstanding: Math.round(summary.pending_difference * 100),
  }
}

/** The answer to a refund never arrives, also when Stripe's client repeats the call. */
export const loseRefund = () => stripe.fail({ kind: "lost_answer", call: "POST /v1/refunds", times: 10 })

/** Stripe fails to refund, also when its client repeats the call. */
export const failRefund = () => stripe.fail({ kind: "error", call: "POST /v1/refunds", times: 10 })

/** Staff query the provider about a payment. */
export async function queryByStaff({ payment_id }: Pick<ShownPayment, "payment_id">) {
  const response = await adminPost(`/admin/agentic-commerce/payments/${payment_id}/reconcile`)
  return { status: response.status, body: (await response.json()) as object }
}

/** Closes the review of a payment as staff. */
export const closeReview = ({ payment_id }: ShownPayment, body: object = {}) =>
  adminPost(`/admin/agentic-commerce/payments/${payment_id}/review/resolve`, { note: "Looked up", ...body })
