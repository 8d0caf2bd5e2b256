import { z } from "@medusajs/framework/zod"
import { cancelOrder } from "../../../workflows/order/cancel-order"
import { json } from "../../../gateway/reply"
import { PathId } from "../../../gateway/schemas"
import { idempotent } from "../ucp-idempotency"
import { withOrderLease, orderAnswer } from "./owned-orders"

const Cancellation = z.object({ id: PathId, reason: z.string().trim().min(1).max(200).nullish() })
type Cancellation = z.infer<typeof Cancellation>

/**
 * `POST /orders/{id}/cancel` (spec: UCP orders): voids or refunds the payment at the bank, then cancels the order and
 * returns it. Throws `invalid_state` for an order that is canceled or already being delivered.
 */
export const cancelOrderOfCaller = idempotent({
  name: "order.cancel",
  prefix: "op",
  access: "dev.ucp.shopping.order:manage",
  input: Cancellation,
  run: ({ id, reason = null }: Cancellation, call, subject) =>
    withOrderLease(id, call, async ({ order_id, payment_id }) => {
      await cancelOrder(call.container, { id: subject, order_id, payment_id, reason })
      return json(await orderAnswer(order_id, call))
    }),
})
