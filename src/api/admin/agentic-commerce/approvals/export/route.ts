import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { approvalPages } from "../../../../../queries/approval/approvals"
import { EXPORT_PAGE, sendCsv } from "../../send-csv"
import { APPROVAL_COLUMNS } from "../approval-columns"
import type { ExportApprovals } from "../validators"

/** All approvals that match the filters, newest first, as a CSV file. The audit log records the export. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const filters = req.validatedQuery as ExportApprovals
  await sendCsv(req, res, {
    list: "approvals",
    filters,
    period: [filters.created_from, filters.created_to],
    columns: APPROVAL_COLUMNS,
    pages: approvalPages(req.scope, filters, EXPORT_PAGE),
  })
}
