import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { staffOf } from "../../../modules"
import { answerWith } from "../../../problem-answer"
import { deliveryView } from "../../delivery-view"
import { webhookIn, webhooksOf } from "../../webhooks"

/** Sends a `webhook.ping` to the webhook. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const webhooks = webhooksOf(req)
  const pinged = webhooks.managed.deliveries.ping(await webhookIn(req), staffOf(req)).then((delivery) => {
    webhooks.wake()
    return { status: 202, body: { delivery: deliveryView(delivery) } }
  })
  await answerWith(res, pinged)
}
