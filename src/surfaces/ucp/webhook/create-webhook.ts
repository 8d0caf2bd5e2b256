import type { WebhookEventType } from "../../../domain/webhook"
import { webhooksIn } from "../../../gateway/webhooks/own-webhooks"
import { registered, registerWebhook } from "../../../gateway/webhooks/register-webhook"
import { idempotent } from "../ucp-idempotency"
import { ACCESS } from "./webhook-access"
import { WebhookBody } from "./webhook-body"

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
  async run({ url, events, description = null }: WebhookBody, call, id) {
    const given = { id, profile: "standard" as const, url, events: chosen(events), description }
    const webhook = await registerWebhook(given, call)
    const webhooks = webhooksIn(call.container)
    await webhooks.deliveries.ping(webhook)
    webhooks.wake()
    return registered(webhook, id, call)
  },
})

/** Sorted, so that the same events are the same list; null for all events. */
function chosen(events: WebhookBody["events"]): WebhookEventType[] | null {
  if (!events || events.includes("*")) return null
  return [...new Set(events as WebhookEventType[])].sort()
}
