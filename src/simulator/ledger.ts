import type { Journal } from "./journal"
import type { Answer, BankEvent, EventRecord, Fact, PaymentRecord } from "./records"

const ANSWER_MS = 7 * 86_400_000

/** Everything the bank knows, rebuilt from facts; nothing changes here without having been journaled first. */
export class Ledger {
  readonly payments = new Map<string, PaymentRecord>()
  readonly events = new Map<string, EventRecord>()
  private readonly references = new Map<string, string>()
  private readonly sessions = new Map<string, string>()
  private readonly feeds = new Map<string, EventRecord[]>()
  private readonly answers = new Map<string, Answer>()
  private readonly seen = new Map<string, number>()

  /** Called with each new fact after it took hold. Set once, by whoever plans what follows. */
  onFact: (fact: Fact) => void = () => {}

  constructor(
    private readonly journal: Journal,
    facts: Fact[]
  ) {
    for (const fact of facts) this.apply(fact)
  }

  /** Makes the facts true, all of them or (when the journal refuses) none. */
  commit(facts: Fact[]): void {
    this.journal.append(facts)
    for (const fact of facts) this.apply(fact)
    for (const fact of facts) this.onFact(fact)
  }

  /** Forgets everything, on disk too. */
  clear(): void {
    this.journal.clear()
    const maps = [
      this.payments,
      this.events,
      this.references,
      this.sessions,
      this.feeds,
      this.answers,
      this.seen,
    ]
    for (const map of maps) map.clear()
  }

  close(): void {
    this.journal.close()
  }

  /** The payment of this merchant under this reference of theirs. */
  byReference(merchantId: string, reference: string): PaymentRecord | undefined {
    return this.payments.get(this.references.get(keyOf(merchantId, reference)) ?? "")
  }

  /** The payment whose shopper's page this is. */
  bySession(sessionId: string): PaymentRecord | undefined {
    return this.payments.get(this.sessions.get(sessionId) ?? "")
  }

  /** A merchant's events in the order they happened. */
  feed(merchantId: string): readonly EventRecord[] {
    return this.feeds.get(merchantId) ?? []
  }

  /** The answer already given under an idempotency scope; forgotten after seven days. `now` in milliseconds. */
  answer(scope: string, now: number): Answer | undefined {
    const answer = this.answers.get(scope)
    return answer && now - answer.at < ANSWER_MS ? answer : undefined
  }

  /** Takes note of a message id until `until` (seconds); false when it is already known. `now` in seconds. */
  remember(issuer: string, jti: string, until: number, now: number): boolean {
    const key = keyOf(issuer, jti)
    if ((this.seen.get(key) ?? 0) > now) return false
    this.forgetSeen(now)
    this.commit([{ kind: "seen", key, until }])
    return true
  }

  private apply(fact: Fact): void {
    if (fact.kind === "payment") this.putPayment(fact.record)
    else if (fact.kind === "event") this.putEvent(fact.record)
    else if (fact.kind === "delivery") this.noteDelivery(fact)
    else if (fact.kind === "answer") this.answers.set(fact.answer.scope, fact.answer)
    else this.seen.set(fact.key, fact.until)
  }

  private putPayment(record: PaymentRecord): void {
    const { id, merchant_id, merchant_reference } = record.payment
    this.payments.set(id, record)
    this.references.set(keyOf(merchant_id, merchant_reference), id)
    this.sessions.set(record.session.id, id)
  }

  private putEvent(record: EventRecord): void {
    const merchantId = record.event.payment.merchant_id
    const feed = this.feeds.get(merchantId) ?? []
    this.events.set(record.event.event_id, record)
    this.feeds.set(merchantId, feed)
    feed.push(record)
  }

  private noteDelivery({ event_id, attempts, next_at }: Extract<Fact, { kind: "delivery" }>): void {
    const record = this.events.get(event_id)
    if (record) Object.assign(record, { attempts, next_at })
  }

  // Ids arrive roughly in the order they lapse, so the oldest are in front.
  private forgetSeen(now: number): void {
    for (const [key, until] of this.seen) {
      if (until > now) return
      this.seen.delete(key)
    }
  }
}

/** An event as the merchant reads it, in the feed and in a notification. */
export function eventBody(event: BankEvent, attempt: number): Record<string, unknown> {
  const { event_id, sequence, type, created_at, payment } = event
  return { event_id, sequence, type, created_at, attempt, payment }
}

function keyOf(owner: string, name: string): string {
  return `${owner} ${name}`
}
