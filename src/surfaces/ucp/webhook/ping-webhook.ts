import { json } from "../../../gateway/reply"
import { idempotent } from "../ucp-idempotency"
import { WebhookKey } from "./webhook-body"
import { ownWebhook, webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { ACCESS } from "./webhook-access"
import { deliveryView } from "../../../gateway/webhooks/webhook-view"

/** `POST /webhooks/{id}/ping`: sends a `webhook.ping` event to it. Throws `invalid_state` for a disabled webhook. */
export const pingWebhook = idempotent({
  name: "webhook.ping",
  prefix: "whd",
  access: ACCESS,
  input: WebhookKey,
  async run({ id }: WebhookKey, call) {
    const webhooks = webhooksIn(call.container)
    const delivery = await webhooks.deliveries.ping(await ownWebhook(id, call))
    webhooks.wake()
    return json({ delivery: deliveryView(delivery) }, 202)
  },
})
