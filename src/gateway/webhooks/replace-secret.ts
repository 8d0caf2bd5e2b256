import type { Subscription } from "../../modules/webhook/models/subscription"
import { type Call, callerOf } from "../call"
import { webhooksIn } from "./own-webhooks"
import { freshSecret, storedSecret } from "./webhook-secrets"

/** A webhook with its new secret in plain text. */
export interface ReplacedSecret {
  readonly webhook: Subscription
  readonly secret: string
}

/**
 * Issues a new secret for the caller's webhook, once per `rotation`. Throws `not_found` also for a webhook of another
 * client.
 */
export async function replaceSecret(id: string, call: Call, rotation: string): Promise<ReplacedSecret> {
  const { encrypted } = freshSecret(id, call)
  const { subscriptions } = webhooksIn(call.container)
  const webhook = await subscriptions.rotate(id, callerOf(call).client_id, encrypted, rotation)
  // The stored secret, because an interrupted attempt of this request may have issued it already, without a response.
  return { webhook, secret: storedSecret(String(webhook.secret), id, call) }
}
