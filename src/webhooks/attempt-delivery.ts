import type { MedusaContainer } from "@medusajs/framework/types"
import { type OutboundMessage, post, type Receipt } from "../outbound/post"
import { policyOf } from "../gateway/admission"
import { messageOf } from "./webhook-message"
import { openSecrets } from "../gateway/webhooks/webhook-secrets"
import type { Written } from "./write-bodies"

/**
 * The result of a delivery attempt, with its start, its duration and the headers that were sent (null when nothing
 * was sent).
 */
export interface DeliveryAttempt {
  readonly receipt: Receipt
  readonly at: Date
  readonly duration_ms: number
  readonly headers: Readonly<Record<string, string>> | null
}

/** The error of a delivery whose order no longer exists. */
export const GONE_ORDER = "the order no longer exists"
const UNSIGNED = "the store has no key to sign the webhook"

/** Sends a delivery once. Never throws: a delivery that cannot be sent has failed. */
export async function attempt(delivery: Written, container: MedusaContainer): Promise<DeliveryAttempt> {
  const at = new Date()
  const message = messageFor(delivery, container, at)
  if (typeof message === "string")
    return { receipt: { ok: false, error: message }, at, duration_ms: 0, headers: null }
  const started = performance.now()
  const receipt = await post(message, policyOf({ container }).options.allow_private_networks)
  const duration_ms = Math.round(performance.now() - started)
  return { receipt, at, duration_ms, headers: message.headers }
}

/** The message to send, or the reason why it cannot be built. */
function messageFor(delivery: Written, container: MedusaContainer, at: Date): OutboundMessage | string {
  const { base_url, card_key, encryption_key } = policyOf({ container }).options
  const { subscription, body } = delivery
  if (!body) return GONE_ORDER
  const { id, secret, previous_secret, profile } = subscription
  const secrets =
    profile === "ucp_order" ? [] : openSecrets([secret, previous_secret], id, encryption_key ?? "")
  if (!secrets || (profile === "ucp_order" && !card_key)) return UNSIGNED
  try {
    return messageOf(delivery, { base_url, card_key, secrets }, at)
  } catch (error) {
    return (error as Error).message
  }
}
