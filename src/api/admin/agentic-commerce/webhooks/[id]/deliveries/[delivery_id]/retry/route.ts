import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, staffOf } from "../../../../../modules"
import { traceView } from "../../../../delivery-view"
import { refused, webhookIn, webhooksOf } from "../../../../webhooks"

/** Sends a delivery once more, at once and whatever has come of it, with the same id and body. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const webhooks = webhooksOf(req)
  const { id: subscription_id, url } = await webhookIn(req)
  const { deliveries } = webhooks.managed
  const { id } = found(await deliveries.find(subscription_id, String(req.params.delivery_id)), "delivery")
  const one = { id, subscription_id, states: ["pending", "delivered", "dead"] as const }
  await deliveries.replay(one, staffOf(req)).catch(refused)
  webhooks.wake()
  const delivery = found(await deliveries.find(subscription_id, id), "delivery")
  res.status(202).json({ delivery: traceView(delivery, url) })
}
