import { json } from "../../../gateway/reply"
import { replaceSecret } from "../../../gateway/webhooks/replace-secret"
import { webhookView } from "../../../gateway/webhooks/webhook-view"
import { idempotent } from "../acp-idempotency"
import { asUnknownWebhook } from "./webhook-access"
import { ACCESS, WebhookKey } from "./webhook-body"

/**
 * `POST /webhooks/{id}/rotate_secret`: issues a new secret, which only this response contains. It signs every attempt
 * from now on, because `Merchant-Signature` has one signature. Throws `not_found` also for a webhook of another client.
 */
export const rotateSecret = idempotent({
  name: "acp.webhook.rotate",
  prefix: "whk",
  access: ACCESS,
  isSecret: true,
  usesBody: false,
  input: WebhookKey,
  async run({ id }: WebhookKey, call, rotation) {
    const { webhook, secret } = await replaceSecret(id, call, rotation).catch(asUnknownWebhook)
    return json({ ...webhookView(webhook), secret })
  },
})
