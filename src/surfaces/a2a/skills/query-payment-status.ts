import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { BANK_MODULE } from "../../../modules/bank"
import { recordOf } from "../../../modules/bank/models/payment"
import type BankService from "../../../modules/bank/service"
import { type Call, callerOf } from "../../call"
import { defineSkill } from "../skill"

/** Exactly one of the two ids (spec: Other skills). */
export const QueryPaymentStatusInput = z.union([
  z.strictObject({ payment_id: z.string().describe("The A2A payment id") }),
  z.strictObject({ shop_order_id: z.int().positive().max(2_147_483_647).describe("The store order id") }),
])
type QueryPaymentStatusInput = z.infer<typeof QueryPaymentStatusInput>

/** Looks a payment of the caller's up. What another client created does not exist for this one. */
export const queryPaymentStatus = defineSkill({
  id: "query_payment_status",
  name: "Query a payment's status",
  description: "Looks a payment up by payment_id or by shop_order_id.",
  tags: ["payments"],
  example: { shop_order_id: 1042 },
  access: "a2a:payments:read",
  input: QueryPaymentStatusInput,

  async answer(input: QueryPaymentStatusInput, call: Call) {
    const bank = call.container.resolve<BankService>(BANK_MODULE)
    const which = "payment_id" in input ? { id: input.payment_id } : { shop_order_id: input.shop_order_id }
    const payment = await bank.payments.find({ ...which, client_id: callerOf(call).client_id })
    if (!payment) throw problem("payment_not_found", { ...input })
    return { payment: recordOf(payment) }
  },
})
