import type { Journal } from "./journal"
import type { Answer, EventRecord, Fact, PaymentRecord, TokenRecord, Visit } from "./records"

const ANSWER_MS = 7 * 86_400_000

/**
 * The objects for which a merchant has references of its own. Each kind has separate references; a charge is a
 * payment.
 */
export type Referable = "payment" | "capture" | "refund" | "token"

/** The bank's data, rebuilt from facts. Every change is written to the journal first. */
export class Ledger {
  readonly payments = new Map<string, PaymentRecord>()
  readonly tokens = new Map<string, TokenRecord>()
  readonly events = new Map<string, EventRecord>()
  private readonly references = new Map<string, string>()
  private readonly sessions = new Map<string, string>()
  private readonly feeds = new Map<string, EventRecord[]>()
  private readonly answers = new Map<string, Answer>()
  private readonly seen = new Map<string, number>()

  /** Called with each new fact after it was applied. Set once, by the bank. */
  onFact: (fact: Fact) => void = () => {}

  constructor(
    private readonly journal: Journal,
    facts: Fact[]
  ) {
    for (const fact of facts) this.apply(fact)
  }

  /** Writes the facts to the journal and applies them: all of them, or none when the journal cannot be written. */
  commit(facts: Fact[]): void {
    this.journal.append(facts)
    for (const fact of facts) this.apply(fact)
    for (const fact of facts) this.onFact(fact)
  }

  /** Deletes everything, on disk too. */
  clear(): void {
    this.journal.clear()
    const maps = [
      this.payments,
      this.tokens,
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

  /** The id of the payment or token on which this merchant used this reference. */
  byReference(merchantId: string, kind: Referable, reference: string): string | undefined {
    return this.references.get(keyOf(merchantId, kind, reference))
  }

  /** The payment or token to which the bank page with this id belongs. */
  bySession(sessionId: string): Visit | undefined {
    const id = this.sessions.get(sessionId) ?? ""
    const record = this.payments.get(id) ?? this.tokens.get(id)
    return record?.session ? { ...record, session: record.session } : undefined
  }

  /** A merchant's events, oldest first. */
  feed(merchantId: string): readonly EventRecord[] {
    return this.feeds.get(merchantId) ?? []
  }

  /** The stored response of an idempotency scope, for seven days. `now` in milliseconds. */
  answer(scope: string, now: number): Answer | undefined {
    const answer = this.answers.get(scope)
    return answer && now - answer.at < ANSWER_MS ? answer : undefined
  }

  /** Remembers a message id until `until` (seconds); false when it is already known. `now` in seconds. */
  remember(issuer: string, jti: string, until: number, now: number): boolean {
    const key = keyOf(issuer, jti)
    if ((this.seen.get(key) ?? 0) > now) return false
    this.forgetSeen(now)
    this.commit([{ kind: "seen", key, until }])
    return true
  }

  private apply(fact: Fact): void {
    if (fact.kind === "payment") this.putPayment(fact.record)
    else if (fact.kind === "token") this.putToken(fact.record)
    else if (fact.kind === "event") this.putEvent(fact.record)
    else if (fact.kind === "delivery") this.noteDelivery(fact)
    else if (fact.kind === "answer") this.answers.set(fact.answer.scope, fact.answer)
    else this.seen.set(fact.key, fact.until)
  }

  private putPayment(record: PaymentRecord): void {
    const { id, merchant_id, merchant_reference, captures, refunds } = record.payment
    const note = (kind: Referable, reference: string | null) =>
      reference === null || this.references.set(keyOf(merchant_id, kind, reference), id)
    this.payments.set(id, record)
    note("payment", merchant_reference)
    for (const capture of captures) note("capture", capture.merchant_reference)
    for (const refund of refunds) note("refund", refund.merchant_reference)
    if (record.session) this.sessions.set(record.session.id, id)
  }

  private putToken(record: TokenRecord): void {
    const { id, merchant_id, merchant_reference } = record.token
    this.tokens.set(id, record)
    this.references.set(keyOf(merchant_id, "token", merchant_reference), id)
    if (record.session) this.sessions.set(record.session.id, id)
  }

  private putEvent(record: EventRecord): void {
    const { event_id, merchant_id } = record.event
    const feed = this.feeds.get(merchant_id) ?? []
    this.events.set(event_id, record)
    this.feeds.set(merchant_id, feed)
    feed.push(record)
  }

  private noteDelivery({ event_id, attempts, next_at }: Extract<Fact, { kind: "delivery" }>): void {
    const record = this.events.get(event_id)
    if (record) Object.assign(record, { attempts, next_at })
  }

  // Ids expire roughly in the order they arrive, so the oldest are at the front.
  private forgetSeen(now: number): void {
    for (const [key, until] of this.seen) {
      if (until > now) return
      this.seen.delete(key)
    }
  }
}

function keyOf(owner: string, ...names: string[]): string {
  return [owner, ...names].join(" ")
}
