import { z } from "@medusajs/framework/zod"
import { APPROVAL_STATUSES } from "../../../../modules/policy/models/approval"
import { Name, Page } from "../paging"

/** The filters of the list. */
export const ListApprovals = Page.extend({
  status: z.enum([...APPROVAL_STATUSES, "decided"]).optional(),
  client_id: Name.optional(),
})
export type ListApprovals = z.infer<typeof ListApprovals>

/** The merchant's note on a decision. Agents do not see it. */
export const Decide = z.strictObject({ note: z.string().trim().min(1).max(500).optional() })
export type Decide = z.infer<typeof Decide>
