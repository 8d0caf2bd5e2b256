import type { Dispute } from "../../../domain/settlement"
import type { AgentOrder } from "../../../queries/agent-orders"
import type { OrderRefund } from "../../../queries/order-refunds"
import { CANCEL_MARK, type GoodsReturn, type PlacedOrder } from "../../../queries/placed-orders"
import { partsIn } from "./delivery"
import type { OrderLine } from "./lines"

interface Adjustment {
  readonly id: string
  readonly type: "refund" | "return" | "dispute" | "cancellation"
  readonly occurred_at: string
  readonly status: "pending" | "completed" | "failed"
  readonly line_items?: readonly { readonly id: string; readonly quantity: number }[]
  readonly totals?: readonly { readonly type: "total"; readonly amount: number }[]
  readonly description?: string
}

/** What has become of an order beside its delivery, the oldest first (UCP: Order, adjustments). Money back is negative. */
export function adjustmentsView(
  { disputes }: AgentOrder,
  placed: PlacedOrder,
  refunds: readonly OrderRefund[],
  lines: readonly OrderLine[]
): Adjustment[] {
  const adjustments = [
    ...refunds.map(refundView),
    ...placed.returns.map((one) => returnView(one, lines)),
    ...disputes.map(disputeView),
    ...cancellationIn(placed, lines),
  ]
  return adjustments.sort((a, b) => a.occurred_at.localeCompare(b.occurred_at))
}

const back = (amount: number) => ({ totals: [{ type: "total" as const, amount: -amount }] })

const timeOf = (at: Date | string) => new Date(at).toISOString()

function refundView({ id, amount, reason, status, at }: OrderRefund): Adjustment {
  const description = reason ? { description: reason } : {}
  return { id, type: "refund", occurred_at: timeOf(at), status, ...back(amount), ...description }
}

const RETURNED: Record<string, Adjustment["status"]> = { received: "completed", canceled: "failed" }

function returnView({ id, status, at, parts }: GoodsReturn, lines: readonly OrderLine[]): Adjustment {
  const line_items = partsIn(lines, parts).map((part) => ({ ...part, quantity: -part.quantity }))
  return {
    ...{ id, type: "return", occurred_at: timeOf(at), status: RETURNED[status] ?? "pending" },
    ...(line_items.length && { line_items }),
  }
}

/** One the shopper has won has taken the money back; one the store has won has not. */
const DISPUTED: Record<string, Adjustment["status"]> = { lost: "completed", won: "failed" }

function disputeView({ id, amount, reason, status, at }: Dispute): Adjustment {
  const told = DISPUTED[status] ?? "pending"
  return { id, type: "dispute", occurred_at: timeOf(at), status: told, ...back(amount), description: reason }
}

function cancellationIn(placed: PlacedOrder, lines: readonly OrderLine[]): Adjustment[] {
  const { id, status, canceled_at, metadata } = placed
  if (status !== "canceled" || !canceled_at) return []
  const { reason } = (metadata?.[CANCEL_MARK] ?? {}) as { reason?: string | null }
  return [
    {
      ...{ id: `cancel_${id}`, type: "cancellation", occurred_at: timeOf(canceled_at), status: "completed" },
      line_items: lines.map(({ quoted }) => ({ id: quoted.id, quantity: -quoted.quantity })),
      ...(reason && { description: reason }),
    },
  ]
}
