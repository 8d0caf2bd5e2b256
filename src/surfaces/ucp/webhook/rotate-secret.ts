import { json } from "../../../gateway/reply"
import { replaceSecret } from "../../../gateway/webhooks/replace-secret"
import { webhookView } from "../../../gateway/webhooks/webhook-view"
import { idempotent } from "../ucp-idempotency"
import { ACCESS } from "./webhook-access"
import { WebhookKey } from "./webhook-body"

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
    const { webhook, secret } = await replaceSecret(id, call, rotation)
    const valid = { previous_secret_valid_until: webhook.previous_until?.toISOString() ?? null }
    return json({ ...webhookView(webhook), secret, ...valid })
  },
})
