import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { PAYMENT_STATUSES } from "../../../domain/settlement"
import { BANK_MODULE } from "../../../modules/bank"
import { recordOf } from "../../../modules/bank/models/payment"
import type BankService from "../../../modules/bank/service"
import { type Call, callerOf } from "../../../gateway/call"
import { Currency, Limit, Time } from "../../../gateway/schemas"
import { visibleTo } from "../payment-key"
import { defineSkill } from "../skill"

/** Input of `list_payments`. Every filter is optional, and all given ones must match. */
export const ListPaymentsInput = z.strictObject({
  status: z.enum(PAYMENT_STATUSES).exclude(["nothing_due"]).optional(),
  currency: Currency.optional(),
  order_reference: z.string().min(1).max(100).optional(),
  created_from: Time.optional().describe("RFC 3339"),
  created_to: Time.optional().describe("RFC 3339"),
  limit: Limit,
  cursor: z.string().min(1).max(300).optional().describe("next_cursor of the previous page"),
})
type ListPaymentsInput = z.infer<typeof ListPaymentsInput>

/** The payments the caller may see, newest first. `next_cursor` is null on the last page. */
export const listPayments = defineSkill({
  id: "list_payments",
  name: "List payments",
  description: "Lists payments, newest first, with filters and paging.",
  tags: ["payments"],
  example: { status: "captured", currency: "EUR", limit: 20 },
  access: "a2a:payments:read",
  input: ListPaymentsInput,

  async answer({ limit, cursor, ...filters }: ListPaymentsInput, call: Call) {
    const bank = call.container.resolve<BankService>(BANK_MODULE)
    const page = await bank.payments.list({ ...filters, ...visibleTo(callerOf(call)) }, limit, cursor)
    if (!page)
      throw problem("invalid_params", {
        issues: [
          { path: "cursor", message: "must be the cursor that a previous page of this list returned" },
        ],
      })
    return { payments: page.payments.map(recordOf), next_cursor: page.next_cursor }
  },
})
