import type { Agenda } from "./agenda"
import type { Clock } from "./clock"
import { eventBody } from "./events"
import type { Ledger } from "./ledger"
import type { Merchant } from "./merchants"
import type { Options } from "./options"
import type { EventRecord } from "./records"
import type { DeliveryEntry, RequestLog } from "./request-log"
import type { Signer } from "./sign-message"

const TIMEOUT_MS = 10_000
const MINUTE = 60
const HOUR = 60 * MINUTE

// Seconds before each attempt: about 76 hours in all.
const SCHEDULE = [
  0,
  10,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
].concat([12, 24, 24].map((hours) => hours * HOUR))

interface Tools {
  options: Options
  clock: Clock
  agenda: Agenda
  signer: Signer
  merchants: ReadonlyMap<string, Merchant>
  ledger: Ledger
  log: RequestLog
}

/** Brings events to merchants: signed anew for each attempt, at least once, in no promised order. */
export class Deliveries {
  private readonly underway = new Map<EventRecord, Promise<DeliveryEntry | null>>()
  private readonly stopping = new AbortController()

  constructor(private readonly tools: Tools) {}

  /** Plans the next attempt of a queued event; with manual delivery nothing leaves until `flush`. */
  plan(record: EventRecord): void {
    if (record.next_at === null || this.tools.options.manualDelivery) return
    this.tools.agenda.set(record.event.event_id, record.next_at, () => void this.deliver(record))
  }

  /** Tries every queued event once, in order, due or not; resolves when all have been tried. */
  async flush(): Promise<DeliveryEntry[]> {
    const queued = [...this.tools.ledger.events.values()].filter(({ next_at }) => next_at !== null)
    const entries: DeliveryEntry[] = []
    for (const record of queued) {
      const entry = await this.deliver(record)
      if (entry) entries.push(entry)
    }
    return entries
  }

  /** Sends one event again, delivered before or not; null when the bank stopped meanwhile. */
  replay(record: EventRecord): Promise<DeliveryEntry | null> {
    return this.attempt(record)
  }

  /** Breaks off what is under way; it counts as not attempted. */
  stop(): void {
    this.stopping.abort()
  }

  // A flush and the plan may want the same event at once; one attempt serves both.
  private deliver(record: EventRecord): Promise<DeliveryEntry | null> {
    const running = this.underway.get(record)
    if (running) return running
    const started = this.attempt(record).finally(() => this.underway.delete(record))
    this.underway.set(record, started)
    return started
  }

  private async attempt(record: EventRecord): Promise<DeliveryEntry | null> {
    const { event } = record
    const merchant = this.tools.merchants.get(event.merchant_id)
    if (!merchant) return null
    const attempt = record.attempts + 1
    const { jti, status, error } = await this.post(merchant, JSON.stringify(eventBody(event, attempt)))
    // The bank may have stopped or been reset while the merchant was thinking.
    if (this.stopping.signal.aborted || this.tools.ledger.events.get(event.event_id) !== record) return null
    const outcome = this.conclude(record, attempt, status)
    const { event_id, type } = event
    const facts = { event_id, type, merchant_id: merchant.merchant_id, url: merchant.ipn_url, attempt, jti }
    const entry: DeliveryEntry = { kind: "delivery", ...facts, status, outcome, error }
    this.tools.log.add(this.tools.clock.now(), entry)
    return entry
  }

  private async post(
    { merchant_id, ipn_url }: Merchant,
    body: string
  ): Promise<{ jti: string; status: number | null; error?: string }> {
    const claims = { htm: "POST", htu: ipn_url }
    const { token, jti } = await this.tools.signer.sign({
      typ: "gwb-ipn+jwt",
      audience: merchant_id,
      body,
      claims,
    })
    try {
      const response = await fetch(ipn_url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Gw-Signature": token },
        body,
        redirect: "manual",
        signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      return { jti, status: response.status }
    } catch (error) {
      return { jti, status: null, error: reasonOf(error) }
    }
  }

  private conclude(record: EventRecord, attempts: number, status: number | null): DeliveryEntry["outcome"] {
    const outcome = this.judge(record, attempts, status)
    const pause = (SCHEDULE[attempts] ?? 0) * this.tools.options.retryScale * 1000
    const next_at = outcome === "retry" ? this.tools.clock.milliseconds() + pause : null
    const { event_id } = record.event
    this.tools.ledger.commit([{ kind: "delivery", event_id, attempts, next_at }])
    if (next_at === null) this.tools.agenda.delete(event_id)
    this.plan(record)
    return outcome
  }

  private judge(record: EventRecord, attempts: number, status: number | null): DeliveryEntry["outcome"] {
    if (status !== null && status >= 200 && status < 300) return "delivered"
    if (status === 410) return "stopped"
    // A replay of an event whose delivery is over gets its one try only.
    return record.next_at !== null && attempts < SCHEDULE.length ? "retry" : "given_up"
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : ""
  return cause || error.message
}
