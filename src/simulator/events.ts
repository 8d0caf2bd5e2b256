import type { Bank } from "./bank"
import type { Payment } from "./payment"
import type { Fact } from "./records"
import type { Token } from "./token"

/** What happened, and the snapshot after it. */
export type NewEvent = { type: string; payment: Payment } | { type: string; token: Token }

/**
 * Creates the events for one merchant, in this order. They must be committed at once, because they take the next
 * sequence numbers.
 */
export function eventFacts(bank: Bank, ...events: NewEvent[]): Fact[] {
  return events.map(({ type, ...subject }, index) => {
    const { merchant_id, updated_at: created_at } = "payment" in subject ? subject.payment : subject.token
    const event_id = bank.ids.next("evt", (id) => bank.ledger.events.has(id))
    const sequence = bank.ledger.feed(merchant_id).length + index + 1
    const event = { event_id, merchant_id, sequence, type, created_at, ...subject }
    return { kind: "event", record: { event, attempts: 0, next_at: bank.clock.milliseconds() } }
  })
}
