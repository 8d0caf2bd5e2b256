import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { paymentPages } from "../../../../../queries/payment/staff-payments"
import { EXPORT_PAGE, sendCsv } from "../../send-csv"
import { PAYMENT_COLUMNS } from "../payment-columns"
import type { ExportPayments } from "../validators"

/** All payments that match the filters, newest first, as a CSV file. The audit log records the export. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const filters = req.validatedQuery as ExportPayments
  await sendCsv(req, res, {
    list: "payments",
    filters,
    period: [filters.created_from, filters.created_to],
    columns: PAYMENT_COLUMNS,
    pages: paymentPages(req.scope, filters, EXPORT_PAGE),
  })
}
