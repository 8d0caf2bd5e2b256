import type { BankEvent } from "./records"

/** An event as the merchant receives it, in the feed and in a notification. */
export function eventBody(event: BankEvent, attempt: number): Record<string, unknown> {
  const { event_id, sequence, type, created_at, payment, token } = event
  return { event_id, sequence, type, created_at, attempt, payment, token }
}
