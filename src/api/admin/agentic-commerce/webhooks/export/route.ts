import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { namedPages } from "../../../../../queries/client/client-names"
import { EXPORT_PAGE, sendCsv } from "../../send-csv"
import type { ExportWebhooks } from "../validators"
import { WEBHOOK_COLUMNS } from "../webhook-columns"
import { webhooksOf } from "../webhooks"

/** All webhooks that match the filters, newest first, as a CSV file. The audit log records the export. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const filters = req.validatedQuery as ExportWebhooks
  const pages = webhooksOf(req).managed.subscriptions.pages(filters, EXPORT_PAGE)
  await sendCsv(req, res, {
    list: "webhooks",
    filters,
    columns: WEBHOOK_COLUMNS,
    pages: namedPages(req.scope, pages, (webhook, client_name) => ({ ...webhook, client_name })),
  })
}
