import { z } from "@medusajs/framework/zod"
import { REFUND_REASONS } from "../../../domain/refund-rules"
import { type RequestOutcome, requestRefund } from "../../../workflows/order/request-refund"
import { callerOf } from "../../../gateway/call"
import { json } from "../../../gateway/reply"
import { Amount, PathId } from "../../../gateway/schemas"
import { idempotent } from "../ucp-idempotency"
import { noteRefusal } from "../../../gateway/refusals"
import { REFUND_PENDING_APPROVAL } from "./order-view"
import { withOrderLease } from "./owned-orders"

/** Input of a refund (spec: Resources, Refund). Without an amount, the rest of the captured amount is refunded. */
const Refund = z.object({
  id: PathId,
  amount: Amount.optional().describe("Integer minor units; the whole remaining amount when omitted"),
  reason: z.string().trim().min(1).max(200).nullish(),
  reason_code: z.enum(REFUND_REASONS).nullish(),
})
type Refund = z.infer<typeof Refund>

/**
 * `POST /orders/{id}/refund` (spec: UCP orders): refunds at the bank, and records the refund on the order. When
 * the merchant's rules require it, the refund waits for the merchant's approval instead. Throws
 * `amount_exceeds_captured` for more than the remaining amount, `invalid_state` before anything was captured,
 * `refunds_disabled` when the merchant accepts no refund requests of this client, and `refund_pending_approval` while an
 * earlier request waits.
 */
export const refundOrderOfCaller = idempotent({
  name: "order.refund",
  prefix: "op",
  access: "dev.ucp.shopping.order:refund",
  input: Refund,
  run: ({ id, ...request }: Refund, call, subject) =>
    withOrderLease(id, call, async ({ number, payment_id }) => {
      const { client_id, actor_type } = callerOf(call)
      const refund = { ...request, id: subject, payment_id, client_id, actor_type }
      const outcome = requestRefund(call.container, refund)
      await outcome.catch((thrown: unknown) => noteRefusal(thrown, call))
      return json(refundView(number, await outcome))
    }),
})

/** `refunded_amount` is everything refunded so far. It includes this refund once the bank has made it. */
function refundView(order_id: number, { payment, is_pending, needs_approval }: RequestOutcome): object {
  const { captured_amount, refunded_amount, currency } = payment
  const made = refunded_amount < captured_amount ? "partially_refunded" : "refunded"
  const view = { order_id, status: is_pending ? "pending" : made, refunded_amount, currency }
  return needs_approval ? { ...view, messages: [REFUND_PENDING_APPROVAL] } : view
}
