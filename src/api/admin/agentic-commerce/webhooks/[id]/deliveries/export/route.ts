import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { EXPORT_PAGE, sendCsv } from "../../../../send-csv"
import { DELIVERY_COLUMNS } from "../../../delivery-columns"
import type { ExportDeliveries } from "../../../validators"
import { webhookIn, webhooksOf } from "../../../webhooks"

/** All deliveries of a webhook that match the filters, newest first, as a CSV file. The audit log records the export. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const webhook = await webhookIn(req)
  const filters = req.validatedQuery as ExportDeliveries
  await sendCsv(req, res, {
    list: "deliveries",
    filters: { webhook_id: webhook.id, ...filters },
    period: [filters.created_from, filters.created_to],
    columns: DELIVERY_COLUMNS,
    pages: webhooksOf(req).deliveries.pages(webhook, filters, EXPORT_PAGE),
  })
}
