import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listApprovals } from "../../../../surfaces/approvals"
import { notAllowed } from "../modules"
import { viewOf } from "./approval-view"
import type { ListApprovals } from "./validators"

/** The payments agents had to ask for, newest first; `status=waiting` leaves those the merchant has to decide on. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { cursor, limit, ...filter } = req.validatedQuery as ListApprovals
  const page = await listApprovals(req.scope, filter, limit, cursor)
  if (!page) throw notAllowed("cursor is not one of this list.")
  res.json({ approvals: page.approvals.map(viewOf), limit, next_cursor: page.next_cursor })
}
