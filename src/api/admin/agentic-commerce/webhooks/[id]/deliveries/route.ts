import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { pageOf } from "../../../modules"
import { deliveryView } from "../../delivery-view"
import type { ListDeliveries } from "../../validators"
import { webhookIn, webhooksOf } from "../../webhooks"

/** The deliveries of a webhook, by default the newest first. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const webhook = await webhookIn(req)
  const query = req.validatedQuery as ListDeliveries
  const { rows, next_cursor } = pageOf(await webhooksOf(req).deliveries.list(webhook, query))
  res.json({ deliveries: rows.map(deliveryView), limit: query.limit, next_cursor })
}
