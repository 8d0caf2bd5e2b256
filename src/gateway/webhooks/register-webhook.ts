import { problem } from "../../domain/errors"
import type { Subscription } from "../../modules/webhook/models/subscription"
import type { NewSubscription } from "../../modules/webhook/subscriptions"
import { refusalOf } from "../../outbound/allowed-url"
import { policyOf } from "../admission"
import { type Call, callerOf } from "../call"
import { json, type RawReply } from "../reply"
import { webhooksIn } from "./own-webhooks"
import { freshSecret, storedSecret } from "./webhook-secrets"
import { webhookView } from "./webhook-view"

/**
 * Registers a webhook of the caller, or returns the registered one with the same URL and events. Throws
 * `webhooks_not_configured`, and `invalid_params` for a URL that the store must not call and for an eleventh webhook.
 */
export async function registerWebhook(
  { id, url, ...given }: Omit<NewSubscription, "client_id" | "secret">,
  call: Call
): Promise<Subscription> {
  const { encrypted: secret } = freshSecret(id, call)
  const { client_id } = callerOf(call)
  const address = checkedUrl(url, call)
  return webhooksIn(call.container).subscriptions.create({ ...given, id, client_id, url: address, secret })
}

/**
 * The response to the request `id` that registered a webhook: 201 with its secret, or 200 for one that was registered
 * before. Also contains the secret of a webhook that an interrupted attempt of this request created: no response has
 * contained it yet.
 */
export function registered(webhook: Subscription, id: string, call: Call): RawReply {
  if (webhook.id !== id) return json(webhookView(webhook))
  const secret = storedSecret(String(webhook.secret), id, call)
  return json({ ...webhookView(webhook), secret }, 201)
}

function checkedUrl(url: string, call: Call): string {
  const refusal = refusalOf(url, policyOf(call).options.allow_private_networks)
  if (refusal) throw problem("invalid_params", { issues: [{ path: "url", message: refusal }] })
  return new URL(url).href
}
