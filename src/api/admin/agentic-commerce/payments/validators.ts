import { z } from "@medusajs/framework/zod"
import { DISPLAY_STATUSES } from "../../../../domain/display-status"
import { PAYMENT_STATUSES } from "../../../../domain/settlement"
import { Name, Page, SearchText, orderBy } from "../paging"
import { Moment } from "../validators"

/** An amount in minor units. */
const Amount = z.int().min(1).max(1_000_000_000)

/**
 * The filters of the payment list. `requested_by=agent` selects the payments of all
 * agents, without the storefront's own; `cursor` is the `next_cursor` of the previous page; the time bounds are inclusive;
 * `q` is an id of the payment, here or at the bank, its reference there, or its order number.
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
  requested_by: z.literal("agent").optional(),
  created_from: Moment.optional(),
  created_to: Moment.optional(),
  q: SearchText.optional(),
  order: orderBy(["created_at", "amount"]).optional(),
  cursor: z
    .string()
    .regex(/^pay_[0-9a-f]{24}$/, "must be the cursor that a previous page of this list returned")
    .optional(),
  limit: Page.shape.limit,
})
export type ListPayments = z.infer<typeof ListPayments>

/** The filters of the exported file: those of the list. */
export const ExportPayments = ListPayments.omit({ order: true, cursor: true, limit: true })
export type ExportPayments = z.infer<typeof ExportPayments>

const Reason = z.string().trim().min(1).max(200).optional()

/** The amount to capture; all that is left when it is absent. */
export const CapturePayment = z.strictObject({ amount: Amount.optional() })

/** The amount to refund, and the reason; all that is left when the amount is absent. */
export const RefundPayment = z.strictObject({ amount: Amount.optional(), reason: Reason })

/** The body of a capture or refund, or the empty one of a void. */
export type Movement = z.infer<typeof RefundPayment>

/**
 * The note that closes a review, and the review reasons that the staff member has read. If a reason was added since,
 * the review stays open. `was_refunded` answers whether the payment's provider made a refund whose outcome is unknown, and
 * `was_executed` whether the bank executed the call that it does not finish.
 */
export const ResolveReview = z.strictObject({
  note: z.string().trim().min(1).max(1000),
  review_reason: z.string().max(10_000).optional(),
  was_refunded: z.boolean().optional(),
  was_executed: z.boolean().optional(),
})
export type ResolveReview = z.infer<typeof ResolveReview>
