import { type Call, callerOf } from "../call"
import { json, type RawReply } from "../reply"
import { webhooksIn } from "./own-webhooks"
import { freshSecret, storedSecret } from "./webhook-secrets"
import { webhookView } from "./webhook-view"

/**
 * Issues a new secret for the caller's webhook, once per `rotation`, and returns it. Throws `not_found` also for a
 * webhook of another client.
 */
export async function replaceSecret(id: string, call: Call, rotation: string): Promise<RawReply> {
  const { encrypted } = freshSecret(id, call)
  const { subscriptions } = webhooksIn(call.container)
  const webhook = await subscriptions.rotate(id, callerOf(call).client_id, encrypted, rotation)
  const valid = { previous_secret_valid_until: webhook.previous_until?.toISOString() ?? null }
  // The stored secret, because an interrupted attempt of this request may have issued it already, without a response.
  return json({ ...webhookView(webhook), secret: storedSecret(String(webhook.secret), id, call), ...valid })
}
