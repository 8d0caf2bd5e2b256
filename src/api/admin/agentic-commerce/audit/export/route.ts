import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { auditPages } from "../../../../../queries/audit/named-entries"
import { EXPORT_PAGE, sendCsv } from "../../send-csv"
import type { ExportAudit } from "../../validators"
import { AUDIT_COLUMNS } from "../audit-columns"

/** All audit entries that match the filters, newest first, as a CSV file. The audit log records the export. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const filters = req.validatedQuery as ExportAudit
  await sendCsv(req, res, {
    list: "audit",
    filters,
    period: [filters.from, filters.to],
    columns: AUDIT_COLUMNS,
    pages: auditPages(req.scope, filters, EXPORT_PAGE),
  })
}
