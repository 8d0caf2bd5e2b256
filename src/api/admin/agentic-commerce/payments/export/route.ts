import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { paymentPages } from "../../../../../queries/payment/staff-payments"
import { EXPORT_PAGE, sendCsv } from "../../send-csv"
import { PAYMENT_COLUMNS } from "../payment-columns"
import type { ExportPayments } from "../validators"

/**
 * All payments that match the filters, newest first, as a CSV file. The audit log records the export with its filters, but
 * not the search text: it could be personal data, and entries cannot be erased.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const filters = req.validatedQuery as ExportPayments
  const { q, ...recorded } = filters
  await sendCsv(req, res, {
    list: "payments",
    filters: { ...recorded, ...(q && { has_search_text: true }) },
    period: [filters.created_from, filters.created_to],
    columns: PAYMENT_COLUMNS,
    pages: paymentPages(req.scope, filters, EXPORT_PAGE),
  })
}
