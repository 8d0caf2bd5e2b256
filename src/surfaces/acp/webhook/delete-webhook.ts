import { callerOf } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { reply } from "../../../gateway/reply"
import { webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { asUnknownWebhook } from "./webhook-access"
import { ACCESS, WebhookKey } from "./webhook-body"

/**
 * `DELETE /webhooks/{id}`: nothing more is sent to it, and pending deliveries are dropped. Throws `not_found` also for a
 * webhook of another client.
 */
export const deleteWebhook = operation({
  access: ACCESS,
  input: WebhookKey,
  async run({ id }: WebhookKey, call) {
    await webhooksIn(call.container)
      .subscriptions.delete(id, callerOf(call).client_id)
      .catch(asUnknownWebhook)
    return reply(204, { "Cache-Control": "no-store" }, "")
  },
})
