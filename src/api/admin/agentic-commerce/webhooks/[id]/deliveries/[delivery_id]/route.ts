import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found } from "../../../../modules"
import { traceView } from "../../../delivery-view"
import { webhookIn, webhooksOf } from "../../../webhooks"

/** One delivery: the request as sent, the response, and the last ten attempts. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const webhook = await webhookIn(req)
  const { deliveries } = webhooksOf(req).managed
  const delivery = found(await deliveries.find(webhook.id, String(req.params.delivery_id)), "delivery")
  res.json({ delivery: traceView(delivery, webhook.url) })
}
