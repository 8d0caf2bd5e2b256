import { callerOf } from "../../call"
import { json } from "../../reply"
import { keyed } from "../keyed"
import { WebhookKey } from "./body"
import { ACCESS, webhooksIn } from "./own"
import { freshSecret, keptSecret } from "./secrets"
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
  async run({ id }: WebhookKey, call, rotation) {
    const { sealed } = freshSecret(id, call)
    const { subscriptions } = webhooksIn(call.container)
    const webhook = await subscriptions.rotate(id, callerOf(call).client_id, sealed, rotation)
    const valid = { previous_secret_valid_until: webhook.previous_until?.toISOString() ?? null }
    // An attempt cut short may have made it already, and shown it to nobody.
    return json({ ...webhookView(webhook), secret: keptSecret(String(webhook.secret), id, call), ...valid })
  },
})
