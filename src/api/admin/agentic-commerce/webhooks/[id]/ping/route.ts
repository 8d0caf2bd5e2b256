import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { deliveryView } from "../../delivery-view"
import { refused, webhookIn, webhooksOf } from "../../webhooks"

/** Sends a `webhook.ping` there. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const webhooks = webhooksOf(req)
  const delivery = await webhooks.deliveries.ping(await webhookIn(req)).catch(refused)
  webhooks.wake()
  res.status(202).json({ delivery: deliveryView(delivery) })
}
