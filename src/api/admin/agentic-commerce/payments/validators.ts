import { z } from "@medusajs/framework/zod"
import { PAYMENT_STATUSES } from "../../../../domain/settlement"

/** The filters of the payments' list. `cursor` is the `next_cursor` of the page before. */
export const ListPayments = z.strictObject({
  status: z.enum(PAYMENT_STATUSES).optional(),
  review: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
  order_id: z.string().min(1).max(100).optional(),
  client_id: z.string().min(1).max(100).optional(),
  cursor: z
    .string()
    .regex(/^pay_[0-9a-f]{24}$/, "is not a cursor of this list")
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ListPayments = z.infer<typeof ListPayments>
