import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { clientPages } from "../../../../../queries/client/client-pages"
import { EXPORT_PAGE, sendCsv } from "../../send-csv"
import type { ExportClients } from "../../validators"
import { CLIENT_COLUMNS } from "../client-columns"

/** All clients that match the filters, newest first, as a CSV file. The audit log records the export. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const filters = req.validatedQuery as ExportClients
  await sendCsv(req, res, {
    list: "agents",
    filters,
    columns: CLIENT_COLUMNS,
    pages: clientPages(req.scope, filters, EXPORT_PAGE),
  })
}
