import { z } from "@medusajs/framework/zod"
import { REFUND_REASONS } from "../../../domain/refund-rules"
import type { Task } from "../../../modules/agent/models/task"
import { checkTaskRefund, refundByTask, type TaskRefund } from "../../../workflows/payment/refund-by-task"
import { type Call, callerOf } from "../../../gateway/call"
import { Amount } from "../../../gateway/schemas"
import { byPayment, paymentOf } from "../payment-key"
import { defineSkill } from "../skill"

/** Input of `refund_payment`. Without an amount, the rest of the captured amount is refunded. */
export const RefundPaymentInput = byPayment({
  amount: Amount.optional().describe("Integer minor units; the whole remaining amount when omitted"),
  reason: z.string().min(1).max(200).optional(),
  reason_code: z.enum(REFUND_REASONS).optional(),
})
type RefundPaymentInput = z.infer<typeof RefundPaymentInput>

/** Refunds a captured payment, in full or in part, at the bank and on the store order. */
export const refundPayment = defineSkill({
  id: "refund_payment",
  name: "Refund a payment",
  description:
    "Refunds a captured payment, in full or in part. The task ends when the bank has executed the refund. If the merchant must approve it first, the task waits in input-required.",
  tags: ["payments", "refunds"],
  example: { shop_order_id: 1042, amount: 500, reason: "Returned one item" },
  access: "a2a:payments:refund",
  input: RefundPaymentInput,
  isSupported: ({ refund }) => refund !== "none",

  async check(input: RefundPaymentInput, call: Call) {
    await checkTaskRefund(call.container, await refundOf(input, call))
  },

  async start(input: RefundPaymentInput, task: Task, call: Call) {
    await refundByTask(call.container, task.id, await refundOf(input, call))
  },
})

async function refundOf(input: RefundPaymentInput, call: Call): Promise<TaskRefund> {
  const { id: payment_id } = await paymentOf(input, call)
  const { client_id, actor_type } = callerOf(call)
  const { amount, reason, reason_code } = input
  return { payment_id, client_id, actor_type, amount, reason, reason_code }
}
