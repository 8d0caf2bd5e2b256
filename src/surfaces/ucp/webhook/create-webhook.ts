import { problem } from "../../../domain/errors"
import type { WebhookEventType } from "../../../domain/webhook"
import type { Subscription } from "../../../modules/webhook/models/subscription"
import { refusalOf } from "../../../outbound/allowed-url"
import { policyOf } from "../../../gateway/admission"
import { type Call, callerOf } from "../../../gateway/call"
import { json, type RawReply } from "../../../gateway/reply"
import { idempotent } from "../ucp-idempotency"
import { WebhookBody } from "./webhook-body"
import { webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { ACCESS } from "./webhook-access"
import { freshSecret, storedSecret } from "../../../gateway/webhooks/webhook-secrets"
import { webhookView } from "../../../gateway/webhooks/webhook-view"

/**
 * `POST /webhooks` (spec: UCP webhooks): registers a URL that is notified of the orders the client places from now
 * on, and sends it a ping. Only this response contains the secret. A URL that is registered already with the same
 * events is answered 200, without the secret. Throws `webhooks_not_configured`, and `invalid_params` for a URL that
 * the store must not call and for an eleventh webhook.
 */
export const createWebhook = idempotent({
  name: "webhook.create",
  prefix: "whk",
  access: ACCESS,
  isSecret: true,
  input: WebhookBody,
  async run({ url: given, events, description = null }: WebhookBody, call, id) {
    const { encrypted: secret } = freshSecret(id, call)
    const { client_id } = callerOf(call)
    const webhooks = webhooksIn(call.container)
    const subscription = {
      id,
      client_id,
      url: checkedUrl(given, call),
      events: chosen(events),
      description,
      secret,
    }
    const webhook = await webhooks.subscriptions.create(subscription)
    await webhooks.deliveries.ping(webhook)
    webhooks.wake()
    return answer(webhook, id, call)
  },
})

/**
 * Also returns the secret of a webhook that an interrupted attempt of this request created: no response has contained
 * it yet.
 */
function answer(webhook: Subscription, id: string, call: Call): RawReply {
  if (webhook.id !== id) return json(webhookView(webhook))
  const secret = storedSecret(String(webhook.secret), id, call)
  return json({ ...webhookView(webhook), secret }, 201)
}

function checkedUrl(url: string, call: Call): string {
  const refusal = refusalOf(url, policyOf(call).options.allow_private_networks)
  if (refusal) throw problem("invalid_params", { issues: [{ path: "url", message: refusal }] })
  return new URL(url).href
}

/** Sorted, so that the same events are the same list; null for all events. */
function chosen(events: WebhookBody["events"]): WebhookEventType[] | null {
  if (!events || events.includes("*")) return null
  return [...new Set(events as WebhookEventType[])].sort()
}
