import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listApprovals } from "../../../../queries/approval/approvals"
import { pageOf } from "../modules"
import { viewOf } from "./approval-view"
import type { ListApprovals } from "./validators"

/**
 * The payments and refunds that needed the merchant's approval, by default the newest first; `status=waiting` selects those
 * without a decision.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.validatedQuery as ListApprovals
  const { approvals, next_cursor } = pageOf(await listApprovals(req.scope, query))
  res.json({ approvals: approvals.map(viewOf), limit: query.limit, next_cursor })
}
