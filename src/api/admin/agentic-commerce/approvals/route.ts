import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listApprovals } from "../../../../queries/approval/approvals"
import { pageOf } from "../modules"
import { viewOf } from "./approval-view"
import type { ListApprovals } from "./validators"

/**
 * The payments that needed the merchant's approval, newest first; `status=waiting` selects those without a decision.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { cursor, limit, ...filter } = req.validatedQuery as ListApprovals
  const { approvals, next_cursor } = pageOf(await listApprovals(req.scope, filter, limit, cursor))
  res.json({ approvals: approvals.map(viewOf), limit, next_cursor })
}
