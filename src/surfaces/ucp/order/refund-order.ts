import { z } from "@medusajs/framework/zod"
import { type RefundedOrder, refundOrder } from "../../../workflows/order/refund-order"
import { json } from "../../../gateway/reply"
import { Amount, PathId } from "../../../gateway/schemas"
import { idempotent } from "../ucp-idempotency"
import { withOrderLease } from "./owned-orders"

/** Input of a refund (spec: Resources, Refund). Without an amount, the rest of the captured amount is refunded. */
const Refund = z.object({
  id: PathId,
  amount: Amount.optional().describe("Integer minor units; the whole remaining amount when omitted"),
  reason: z.string().trim().min(1).max(200).nullish(),
})
type Refund = z.infer<typeof Refund>

/**
 * `POST /orders/{id}/refund` (spec: UCP orders): refunds at the bank, and records the refund on the order. Throws
 * `amount_exceeds_captured` for more than the remaining amount, and `invalid_state` before anything was captured.
 */
export const refundOrderOfCaller = idempotent({
  name: "order.refund",
  prefix: "op",
  access: "dev.ucp.shopping.order:manage",
  input: Refund,
  run: ({ id, amount, reason }: Refund, call, subject) =>
    withOrderLease(id, call, async ({ number, payment_id }) => {
      const refund = { id: subject, payment_id, amount, reason }
      return json(refundView(number, await refundOrder(call.container, refund)))
    }),
})

/** `refunded_amount` is everything refunded so far. It includes this refund once the bank has made it. */
function refundView(order_id: number, { payment, is_pending }: RefundedOrder): object {
  const { captured_amount, refunded_amount, currency } = payment
  const made = refunded_amount < captured_amount ? "partially_refunded" : "refunded"
  return { order_id, status: is_pending ? "pending" : made, refunded_amount, currency }
}
