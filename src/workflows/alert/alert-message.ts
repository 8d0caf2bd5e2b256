import { webhookSignature } from "../../domain/webhook-signature"
import type { OutboundMessage } from "../../outbound/post"
import type { OutgoingAlert } from "./outgoing-alert"

const HEADERS = { "content-type": "application/json", "user-agent": "gw-alerts/1" }

/** The message to the merchant's webhook, in the format of Standard Webhooks. The timestamp is that of the attempt. */
export function webhookMessage(alert: OutgoingAlert, url: string, secret: string): OutboundMessage {
  const { id, kind, raised_at } = alert
  const type = kind === "test" ? "alert.test" : "alert.raised"
  const body = JSON.stringify({ type, timestamp: raised_at, id, data: alert })
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    ...HEADERS,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": webhookSignature({ id, timestamp, body }, [secret]),
  }
  return { url, headers, body }
}

/** The message to a Slack-style URL, whose body is `{"text": "…"}`. */
export function slackMessage(alert: OutgoingAlert, url: string): OutboundMessage {
  const { title, description, resolved_at } = alert
  const lines = [`*${title}*`, description, ...(resolved_at ? ["This is already over."] : [])]
  return { url, headers: HEADERS, body: JSON.stringify({ text: escaped(lines.join("\n")) }) }
}

/** Slack reads these characters as the beginning of links, mentions and entities. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
