import { z } from "@medusajs/framework/zod"
import type { Task } from "../../../modules/agent/models/task"
import { checkRefund } from "../../../workflows/payment/check-movement"
import { operatePayment } from "../../../workflows/payment/operate-payment"
import type { Call } from "../../../gateway/call"
import { Amount } from "../../../gateway/schemas"
import { byPayment, paymentOf } from "../payment-key"
import { defineSkill } from "../skill"

/** Input of `refund_payment`. Without an amount, the rest of the captured amount is refunded. */
export const RefundPaymentInput = byPayment({
  amount: Amount.optional().describe("Integer minor units; the whole remaining amount when omitted"),
  reason: z.string().min(1).max(200).optional(),
})
type RefundPaymentInput = z.infer<typeof RefundPaymentInput>

/** Refunds a captured payment, in full or in part, at the bank and on the store order. */
export const refundPayment = defineSkill({
  id: "refund_payment",
  name: "Refund a payment",
  description:
    "Refunds a captured payment, in full or in part. The task ends when the bank has executed the refund.",
  tags: ["payments", "refunds"],
  example: { shop_order_id: 1042, amount: 500, reason: "Returned one item" },
  access: "a2a:payments:refund",
  input: RefundPaymentInput,

  async check(input: RefundPaymentInput, call: Call) {
    await checkRefund(await paymentOf(input, call), input.amount, call.container)
  },

  async start(input: RefundPaymentInput, task: Task, call: Call) {
    const { id: payment_id } = await paymentOf(input, call)
    const { amount, reason } = input
    const operation = { payment_id, kind: "refund" as const, amount, reason }
    await operatePayment(call.container, { task_id: task.id, ...operation })
  },
})
