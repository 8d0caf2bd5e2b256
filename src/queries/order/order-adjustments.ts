import type { Dispute } from "../../domain/settlement"
import type { OrderRefund } from "./order-refunds"
import { CANCEL_MARK, type GoodsReturn, isCanceled, type PlacedOrder } from "./placed-orders"
import type { KnownOrder } from "./known-orders"
import { type OrderLine, partsIn } from "./agent-order-lines"

/** An event of an order after it was placed, except its fulfillment (UCP: Order, adjustments). */
export interface Adjustment {
  readonly id: string
  readonly type: "refund" | "return" | "dispute" | "cancellation"
  /** RFC 3339. */
  readonly occurred_at: string
  readonly status: "pending" | "completed" | "failed"
  /** The affected lines and quantities. */
  readonly line_items?: readonly { readonly id: string; readonly quantity: number }[]
  /** The amount that is returned to the buyer, in minor units. */
  readonly amount?: number
  readonly description?: string
}

/** The adjustments of an order, oldest first. */
export function adjustmentsOf(
  { order, placed, refunds }: KnownOrder,
  lines: readonly OrderLine[]
): Adjustment[] {
  const adjustments = [
    ...refunds.map(refundIn),
    ...placed.returns.map((one) => returnIn(one, lines)),
    ...order.disputes.map(disputeIn),
    ...cancellationIn(placed, lines),
  ]
  return adjustments.sort((a, b) => a.occurred_at.localeCompare(b.occurred_at))
}

const timeOf = (at: Date | string) => new Date(at).toISOString()

function refundIn({ id, amount, reason, status, at }: OrderRefund): Adjustment {
  const description = reason ? { description: reason } : {}
  return { id, type: "refund", occurred_at: timeOf(at), status, amount, ...description }
}

const RETURNED: Record<string, Adjustment["status"]> = { received: "completed", canceled: "failed" }

function returnIn({ id, status, at, parts }: GoodsReturn, lines: readonly OrderLine[]): Adjustment {
  const line_items = partsIn(lines, parts)
  return {
    id,
    type: "return",
    occurred_at: timeOf(at),
    status: RETURNED[status] ?? "pending",
    ...(line_items.length && { line_items }),
  }
}

/** A dispute that the store has lost returned the money to the customer; one that it has won did not. */
const DISPUTED: Record<string, Adjustment["status"]> = { lost: "completed", won: "failed" }

function disputeIn({ id, amount, reason, status, at }: Dispute): Adjustment {
  const adjustmentStatus = DISPUTED[status] ?? "pending"
  return {
    id,
    type: "dispute",
    occurred_at: timeOf(at),
    status: adjustmentStatus,
    amount,
    description: reason,
  }
}

function cancellationIn(placed: PlacedOrder, lines: readonly OrderLine[]): Adjustment[] {
  const { id, canceled_at, metadata } = placed
  if (!isCanceled(placed) || !canceled_at) return []
  const { reason } = (metadata?.[CANCEL_MARK] ?? {}) as { reason?: string | null }
  return [
    {
      id: `cancel_${id}`,
      type: "cancellation",
      occurred_at: timeOf(canceled_at),
      status: "completed",
      line_items: lines.map(({ quoted }) => ({ id: quoted.id, quantity: quoted.quantity })),
      ...(reason && { description: reason }),
    },
  ]
}
