import { callerOf } from "../../../gateway/call"
import { reply } from "../../../gateway/reply"
import { idempotent } from "../ucp-idempotency"
import { WebhookKey } from "./webhook-body"
import { webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { ACCESS } from "./webhook-access"

/** `DELETE /webhooks/{id}` (spec: UCP webhooks): nothing more is sent to it, and pending deliveries are dropped. */
export const deleteWebhook = idempotent({
  name: "webhook.delete",
  prefix: "whk",
  access: ACCESS,
  input: WebhookKey,
  async run({ id }: WebhookKey, call) {
    await webhooksIn(call.container).subscriptions.delete(id, callerOf(call).client_id)
    return reply(204, { "Cache-Control": "no-store" }, "")
  },
})
