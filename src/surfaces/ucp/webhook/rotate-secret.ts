import { json } from "../../reply"
import { keyed } from "../keyed"
import { WebhookKey } from "./body"
import { ACCESS, ownWebhook, webhooksIn } from "./own"
import { freshSecret } from "./secrets"
import { webhookView } from "./view"

/**
 * `POST /webhooks/{id}/rotate-secret`: another secret, in this answer and nowhere else. For 24 hours messages are signed
 * with both.
 */
export const rotateSecret = keyed({
  name: "webhook.rotate",
  prefix: "whk",
  access: ACCESS,
  isSecret: true,
  input: WebhookKey,
  async run({ id }: WebhookKey, call) {
    const webhook = await ownWebhook(id, call)
    const { plain, sealed } = freshSecret(id, call)
    await webhooksIn(call.container).subscriptions.rotate(webhook, sealed)
    const { previous_until } = await ownWebhook(id, call)
    const valid = { previous_secret_valid_until: previous_until?.toISOString() ?? null }
    return json({ ...webhookView(webhook), secret: plain, ...valid })
  },
})
