import type { z } from "@medusajs/framework/zod"
import { recordOf } from "../../../modules/bank/models/payment"
import type { Call } from "../../../gateway/call"
import { byPayment, paymentOf } from "../payment-key"
import { defineSkill } from "../skill"

/** Input of `query_payment_status`: exactly one of the two ids (spec: Other skills). */
export const QueryPaymentStatusInput = byPayment({})
type QueryPaymentStatusInput = z.infer<typeof QueryPaymentStatusInput>

/** Returns a payment that the caller may see. For a payment of another client the error is `payment_not_found`. */
export const queryPaymentStatus = defineSkill({
  id: "query_payment_status",
  name: "Query a payment's status",
  description: "Looks a payment up by payment_id or by shop_order_id.",
  tags: ["payments"],
  example: { shop_order_id: 1042 },
  access: "a2a:payments:read",
  input: QueryPaymentStatusInput,

  async answer(input: QueryPaymentStatusInput, call: Call) {
    return { payment: recordOf(await paymentOf(input, call)) }
  },
})
