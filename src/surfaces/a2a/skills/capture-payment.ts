import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { Task } from "../../../modules/agent/models/task"
import { remainderOf } from "../../../modules/bank/models/payment"
import { checkMovement } from "../../../workflows/payment/check-movement"
import { operatePayment } from "../../../workflows/payment/operate-payment"
import type { Call } from "../../../gateway/call"
import { Amount } from "../../../gateway/schemas"
import { byPayment, paymentOf } from "../payment-key"
import { defineSkill } from "../skill"

/** Input of `capture_payment`. Without an amount, the whole remaining amount is captured. */
export const CapturePaymentInput = byPayment({
  amount: Amount.optional().describe("Integer minor units; the whole remaining amount when omitted"),
  final: z.boolean().optional().describe("Voids the rest of the authorization; no other capture can follow"),
  reason: z.string().min(1).max(200).optional(),
})
type CapturePaymentInput = z.infer<typeof CapturePaymentInput>

/** Captures an authorized payment, in full or in parts, at the bank or its own provider, and on the store order. */
export const capturePayment = defineSkill({
  id: "capture_payment",
  name: "Capture a payment",
  description: "Captures an authorized payment, in full or in parts as its bank or provider allows.",
  tags: ["payments"],
  example: { payment_id: "pay_4f8Qm2", amount: 1000 },
  access: "a2a:payments:capture",
  input: CapturePaymentInput,
  isSupported: ({ capture }) => capture !== "none",

  async check(input: CapturePaymentInput, call: Call) {
    const payment = await paymentOf(input, call)
    const { to_capture } = remainderOf(payment)
    const { amount = to_capture, final } = input
    const facts = { payment_id: payment.id, status: payment.status }
    if (!to_capture) throw problem("invalid_state", facts)
    if (amount > to_capture) throw problem("amount_exceeds_authorized", { ...facts, left: to_capture })
    await checkMovement("capture", { amount, whole: payment.amount, final }, payment, call.container)
  },

  async start(input: CapturePaymentInput, task: Task, call: Call) {
    const { id: payment_id } = await paymentOf(input, call)
    const { amount, final, reason } = input
    const operation = { payment_id, kind: "capture" as const, amount, final, reason }
    await operatePayment(call.container, { task_id: task.id, ...operation })
  },
})
