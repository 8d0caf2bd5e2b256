import { z } from "@medusajs/framework/zod"
import { APPROVAL_STATUSES } from "../../../../modules/policy/models/approval"

/** The filters of the list. `cursor` is the `next_cursor` of the page before. */
export const ListApprovals = z.strictObject({
  status: z.enum([...APPROVAL_STATUSES, "decided"]).optional(),
  client_id: z.string().min(1).max(200).optional(),
  cursor: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ListApprovals = z.infer<typeof ListApprovals>

/** What the merchant wants to remember of a decision. The agent is not told. */
export const Decide = z.strictObject({ note: z.string().trim().min(1).max(500).optional() })
export type Decide = z.infer<typeof Decide>
