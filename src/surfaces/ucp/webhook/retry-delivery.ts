import { z } from "@medusajs/framework/zod"
import { PathId } from "../../../gateway/schemas"
import { json } from "../../../gateway/reply"
import { idempotent } from "../ucp-idempotency"
import { ownWebhook, webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { ACCESS } from "./webhook-access"
import { deliveryView } from "../../../gateway/webhooks/webhook-view"

const DeliveryKey = z.object({ id: PathId, delivery: PathId })
type DeliveryKey = z.infer<typeof DeliveryKey>

/**
 * `POST /webhooks/{id}/deliveries/{delivery}/retry`: sends the delivery again, whatever its state, with the same id
 * and body. Throws `invalid_state` for a disabled webhook.
 */
export const retryDelivery = idempotent({
  name: "webhook.retry",
  prefix: "whd",
  access: ACCESS,
  input: DeliveryKey,
  async run({ id, delivery }: DeliveryKey, call) {
    const webhooks = webhooksIn(call.container)
    const scheduled = await webhooks.deliveries.retry(delivery, await ownWebhook(id, call))
    webhooks.wake()
    return json({ delivery: deliveryView(scheduled) }, 202)
  },
})
