import { callerOf } from "../../../gateway/call"
import { json } from "../../../gateway/reply"
import { idempotent } from "../ucp-idempotency"
import { WebhookKey } from "./webhook-body"
import { webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { ACCESS } from "./webhook-access"
import { freshSecret, storedSecret } from "../../../gateway/webhooks/webhook-secrets"
import { webhookView } from "../../../gateway/webhooks/webhook-view"

/**
 * `POST /webhooks/{id}/rotate-secret`: issues a new secret, which only this response contains. For 24 hours messages
 * are signed with both secrets.
 */
export const rotateSecret = idempotent({
  name: "webhook.rotate",
  prefix: "whk",
  access: ACCESS,
  isSecret: true,
  input: WebhookKey,
  async run({ id }: WebhookKey, call, rotation) {
    const { encrypted } = freshSecret(id, call)
    const { subscriptions } = webhooksIn(call.container)
    const webhook = await subscriptions.rotate(id, callerOf(call).client_id, encrypted, rotation)
    const valid = { previous_secret_valid_until: webhook.previous_until?.toISOString() ?? null }
    // The stored secret, because an interrupted attempt of this request may have issued it already, without a
    // response.
    return json({ ...webhookView(webhook), secret: storedSecret(String(webhook.secret), id, call), ...valid })
  },
})
