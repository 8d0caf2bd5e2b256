import { z } from "@medusajs/framework/zod"
import { DISPLAY_STATUSES } from "../../../../domain/display-status"
import { PAYMENT_STATUSES } from "../../../../domain/settlement"
import { Name, Page } from "../paging"
import { Moment } from "../validators"

/** Money in minor units, as on our own wires. */
const Amount = z.int().min(1).max(1_000_000_000)

/**
 * The filters of the payments' list. `cursor` is the `next_cursor` of the page before; the bounds of the time are
 * included; `q` is an id of the payment, here or at the bank, its reference there, or the number of its order.
 */
export const ListPayments = z.strictObject({
  status: z.enum(PAYMENT_STATUSES).optional(),
  display_status: z.enum(DISPLAY_STATUSES).optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "is not an ISO 4217 currency")
    .transform((text) => text.toUpperCase())
    .optional(),
  review: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
  order_id: Name.optional(),
  client_id: Name.optional(),
  created_from: Moment.optional(),
  created_to: Moment.optional(),
  q: z.string().trim().min(1).max(100).optional(),
  cursor: z
    .string()
    .regex(/^pay_[0-9a-f]{24}$/, "is not a cursor of this list")
    .optional(),
  limit: Page.shape.limit,
})
export type ListPayments = z.infer<typeof ListPayments>

const Reason = z.string().trim().min(1).max(200).optional()

/** What is to be captured; all that is left without an amount. */
export const CapturePayment = z.strictObject({ amount: Amount.optional() })

/** What is to be given back, and why; all that is left without an amount. */
export const RefundPayment = z.strictObject({ amount: Amount.optional(), reason: Reason })

/** A body of either, or none. */
export type Movement = z.infer<typeof RefundPayment>

/** What a person has found, and the reasons as he has read them: a review that has more by now is not closed. */
export const ResolveReview = z.strictObject({
  note: z.string().trim().min(1).max(1000),
  review_reason: z.string().max(10_000).optional(),
})
export type ResolveReview = z.infer<typeof ResolveReview>
