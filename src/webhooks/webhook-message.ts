import type { WebhookEventType } from "../domain/webhook"
import { merchantSignature, webhookSignature } from "../domain/webhook-signature"
import { signatureHeaders } from "../outbound/http-signature"
import type { OutboundMessage } from "../outbound/post"
import { kidOf, type SigningKey } from "../gateway/signing-key"
import type { Written } from "./write-bodies"

/** The keys that sign messages: the store's own key, if it has one, and the secrets shared with the receiver. */
export interface MessageKeys {
  readonly base_url: string
  readonly card_key: SigningKey | undefined
  readonly secrets: readonly string[]
}

const COVERED = ["ucp-agent", "content-type", "webhook-id", "webhook-timestamp"]

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** The HTTP message of a delivery. Body and id are the same in every attempt. */
export function messageOf(delivery: Written, keys: MessageKeys, now = new Date()): OutboundMessage {
  return MESSAGES[delivery.subscription.profile](delivery, keys, now)
}

const MESSAGES = { standard: standardMessage, ucp_order: orderMessage, acp_order: acpMessage }

/**
 * In the format of Standard Webhooks, whose timestamp is that of the attempt, and also with the store's signature
 * (RFC 9421).
 */
function standardMessage(
  { event: { id }, subscription: { url }, body }: Written,
  keys: MessageKeys,
  now: Date
) {
  const timestamp = seconds(now)
  const headers = {
    ...headersBy(keys),
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": webhookSignature({ id, timestamp, body }, keys.secrets),
  }
  return signed({ url, headers, body }, COVERED, keys, now)
}

/** In UCP's format, whose timestamp is that of the event. */
function orderMessage({ event, subscription: { url }, body }: Written, keys: MessageKeys, now: Date) {
  const headers = {
    ...headersBy(keys),
    "x-event-type": eventNameOf(event.type),
    "webhook-id": event.id,
    "webhook-timestamp": String(seconds(event.occurred_at)),
    "idempotency-key": event.id,
  }
  return signed({ url, headers, body }, [...COVERED, "idempotency-key"], keys, now)
}

/**
 * In ACP's format, signed with the newest secret: its signature header has one signature only. `Request-Id` is the same
 * in every attempt, so that receivers recognize duplicates (ACP: Webhooks).
 */
function acpMessage({ event, subscription: { url }, body }: Written, { secrets }: MessageKeys, now: Date) {
  const [secret = ""] = secrets
  const headers = {
    ...PLAIN_HEADERS,
    "request-id": event.id,
    timestamp: now.toISOString(),
    "merchant-signature": merchantSignature({ timestamp: seconds(now), body }, secret),
  }
  return { url, headers, body }
}

const PLAIN_HEADERS = { "content-type": "application/json", "user-agent": "gw-webhooks/1" }

function headersBy({ base_url }: MessageKeys): Record<string, string> {
  return {
    ...PLAIN_HEADERS,
    "ucp-agent": `profile="${base_url}/.well-known/ucp"`,
  }
}

/** The two event names that UCP's test suites expect. UCP names no other events. */
const UCP_NAMES: Partial<Record<WebhookEventType, string>> = {
  "order.created": "order_placed",
  "order.fulfilled": "order_shipped",
}

const eventNameOf = (type: WebhookEventType) => UCP_NAMES[type] ?? type.replace(".", "_")

function signed(
  message: OutboundMessage,
  covered: readonly string[],
  { card_key }: MessageKeys,
  now: Date
): OutboundMessage {
  if (!card_key) return message
  const key = { id: kidOf(card_key), jwk: card_key }
  return { ...message, headers: { ...message.headers, ...signatureHeaders(message, covered, key, now) } }
}
