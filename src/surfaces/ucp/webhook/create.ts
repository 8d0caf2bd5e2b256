import { problem } from "../../../domain/errors"
import type { WebhookEventType } from "../../../domain/webhook"
import type { Subscription } from "../../../modules/webhook/models/subscription"
import { refusalOf } from "../../../outbound/allowed-url"
import { policyOf } from "../../admission"
import { type Call, callerOf } from "../../call"
import { json, type RawReply } from "../../reply"
import { keyed } from "../keyed"
import { WebhookBody } from "./body"
import { ACCESS, webhooksIn } from "./own"
import { freshSecret, keptSecret } from "./secrets"
import { webhookView } from "./view"

/**
 * `POST /webhooks` (spec: UCP webhooks): an address at which the client is told of the orders it makes from now on. The
 * secret is in this answer and nowhere else. An address with the same events that is there already is answered with 200
 * and without it. A ping is sent to the address at once. Throws `webhooks_not_configured`, and `invalid_params` for
 * an address nobody may have us call, and for an eleventh.
 */
export const createWebhook = keyed({
  name: "webhook.create",
  prefix: "whk",
  access: ACCESS,
  isSecret: true,
  input: WebhookBody,
  async run({ url: given, events, description = null }: WebhookBody, call, id) {
    const { sealed: secret } = freshSecret(id, call)
    const { client_id } = callerOf(call)
    const webhooks = webhooksIn(call.container)
    const asked = { id, client_id, url: checkedUrl(given, call), events: chosen(events), description, secret }
    const webhook = await webhooks.subscriptions.create(asked)
    await webhooks.deliveries.ping(webhook)
    webhooks.wake()
    return answer(webhook, id, call)
  },
})

/** One that an attempt cut short has made was shown to nobody yet. */
function answer(webhook: Subscription, id: string, call: Call): RawReply {
  if (webhook.id !== id) return json(webhookView(webhook))
  const secret = keptSecret(String(webhook.secret), id, call)
  return json({ ...webhookView(webhook), secret }, 201)
}

function checkedUrl(url: string, call: Call): string {
  const refusal = refusalOf(url, policyOf(call).options.allow_private_networks)
  if (refusal) throw problem("invalid_params", { issues: [{ path: "url", message: refusal }] })
  return new URL(url).href
}

/** Sorted, so that the same events are the same list; null for everything. */
function chosen(events: WebhookBody["events"]): WebhookEventType[] | null {
  if (!events || events.includes("*")) return null
  return [...new Set(events as WebhookEventType[])].sort()
}
