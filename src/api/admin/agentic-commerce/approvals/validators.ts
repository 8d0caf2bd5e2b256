import { z } from "@medusajs/framework/zod"
import { APPROVAL_STATUSES } from "../../../../modules/policy/models/approval"
import { Name, Page, SearchText, SortedCursor, orderBy } from "../paging"
import { Moment } from "../validators"

/**
 * The filters of the list. The time bounds are inclusive; `q` is the id of an approval, task, checkout or payment, the
 * agent's reference, or an order number.
 */
export const ListApprovals = Page.extend({
  status: z.enum([...APPROVAL_STATUSES, "decided"]).optional(),
  kind: z.enum(["payment", "refund"]).optional(),
  client_id: Name.optional(),
  created_from: Moment.optional(),
  created_to: Moment.optional(),
  q: SearchText.optional(),
  order: orderBy(["created_at", "expires_at", "decided_at", "amount"]).optional(),
  cursor: SortedCursor.optional(),
})
export type ListApprovals = z.infer<typeof ListApprovals>

/** The filters of the exported file: those of the list. */
export const ExportApprovals = ListApprovals.omit({ order: true, cursor: true, limit: true })
export type ExportApprovals = z.infer<typeof ExportApprovals>

/** The merchant's note on a decision. Agents do not see it. */
export const Decide = z.strictObject({ note: z.string().trim().min(1).max(500).optional() })
export type Decide = z.infer<typeof Decide>
