import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { found, staffOf } from "../../../../../modules"
import { answerWith } from "../../../../../problem-answer"
import { traceView } from "../../../../delivery-view"
import { webhookIn, webhooksOf } from "../../../../webhooks"

/** Sends a delivery again at once, in any state, with the same id and body. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const webhooks = webhooksOf(req)
  const { id: subscription_id, url } = await webhookIn(req)
  const { deliveries } = webhooks.managed
  const { id } = found(await deliveries.find(subscription_id, String(req.params.delivery_id)), "delivery")
  const one = { id, subscription_id, states: ["pending", "delivered", "dead"] as const }
  const retried = deliveries.replay(one, staffOf(req)).then(async () => {
    webhooks.wake()
    const delivery = found(await deliveries.find(subscription_id, id), "delivery")
    return { status: 202, body: { delivery: traceView(delivery, url) } }
  })
  await answerWith(res, retried)
}
