import type { Agenda } from "./agenda"
import type { Clock } from "./clock"
import { eventBody } from "./event-body"
import type { IpnFault } from "./fault-input"
import type { Faults } from "./faults"
import { IpnFaultPlanner } from "./ipn-fault-planner"
import type { Ledger } from "./ledger"
import type { Merchant } from "./merchants"
import { compose, type Draft } from "./notification"
import type { Options } from "./options"
import { postNotification, type Sent } from "./post-notification"
import type { EventRecord } from "./records"
import type { DeliveryEntry, RequestLog } from "./request-log"
import type { Signer } from "./sign-message"

const MINUTE = 60
const HOUR = 60 * MINUTE

// Pause before each attempt in seconds: about 76 hours in total.
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

interface Dependencies {
  options: Options
  clock: Clock
  agenda: Agenda
  signer: Signer
  merchants: ReadonlyMap<string, Merchant>
  ledger: Ledger
  log: RequestLog
  faults: Faults
}

/** Delivers events to merchants: at least once, signed anew for each attempt, in no guaranteed order. */
export class Deliveries {
  private readonly underway = new Map<EventRecord, Promise<DeliveryEntry | null>>()
  private readonly stopping = new AbortController()
  private readonly ipnFaults: IpnFaultPlanner

  constructor(private readonly tools: Dependencies) {
    this.ipnFaults = new IpnFaultPlanner(tools.faults)
  }

  /** Schedules the next attempt of a queued event. With manual delivery, nothing is sent before `flush`. */
  plan(record: EventRecord): void {
    if (record.next_at === null) return
    const { manualDelivery } = this.tools.options
    const departure = this.ipnFaults.plan(record, manualDelivery)
    if (departure.when === "at_once") return void this.deliverAll(departure.records)
    if (departure.when === "waiting" || manualDelivery) return
    const at = record.next_at + departure.delay_ms
    this.tools.agenda.set(record.event.event_id, at, () => void this.deliver(record))
  }

  /** Waits until those of these events are delivered that a fault sends before the response to the call. */
  async early(records: EventRecord[]): Promise<void> {
    await Promise.all(records.map((record) => this.underway.get(record)))
  }

  /** Attempts every queued event once, in order, due or not. Resolves after all attempts. */
  flush(): Promise<DeliveryEntry[]> {
    this.ipnFaults.release()
    return this.deliverAll([...this.tools.ledger.events.values()].filter(({ next_at }) => next_at !== null))
  }

  /** Sends one event again, even a delivered one; null when the bank stopped meanwhile. */
  replay(record: EventRecord): Promise<DeliveryEntry | null> {
    return this.attempt(record)
  }

  /** Drops the planned faults of events that no longer exist. */
  forget(): void {
    this.ipnFaults.forget()
  }

  /** Aborts running attempts. They do not count as attempts. */
  stop(): void {
    this.stopping.abort()
  }

  private async deliverAll(records: EventRecord[]): Promise<DeliveryEntry[]> {
    const entries: DeliveryEntry[] = []
    for (const record of records) {
      const entry = await this.deliver(record)
      if (entry) entries.push(entry)
    }
    return entries
  }

  // A flush and the schedule may start the same event at once; they share one attempt.
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
    const ipn = this.ipnFaults.take(record)
    const draft = { merchant, body: eventBody(event, attempt) }
    const [sent, ...extra] = ipn?.drop ? [] : await this.send(draft, ipn)
    // The bank may have been stopped or reset while the merchant processed the notification.
    if (this.stopping.signal.aborted || this.tools.ledger.events.get(event.event_id) !== record) return null
    const outcome = sent ? this.outcomeFor(record, attempt, sent.status) : "dropped"
    this.conclude(record, attempt, outcome)
    const { event_id, type, merchant_id } = event
    const facts = {
      event_id,
      type,
      merchant_id,
      url: merchant.ipn_url,
      attempt,
      forged: ipn?.forge ?? undefined,
    }
    const entry = { kind: "delivery" as const, ...facts, ...(sent ?? { jti: "", status: null }), outcome }
    this.tools.log.add(this.tools.clock.now(), entry)
    for (const copy of extra)
      this.tools.log.add(this.tools.clock.now(), { ...entry, ...copy, outcome: "extra" })
    return entry
  }

  // Copies are sent at the same time; a replayed message is sent after its original.
  private async send(draft: Draft, ipn: IpnFault | null): Promise<Sent[]> {
    const copies = Array.from({ length: 1 + (ipn?.duplicate ?? 0) }, async () => {
      const sent: Sent[] = []
      for (const notification of await compose(this.tools.signer, draft, ipn?.forge ?? null))
        sent.push(await postNotification(draft.merchant.ipn_url, notification, this.stopping.signal))
      return sent
    })
    return (await Promise.all(copies)).flat()
  }

  private conclude(record: EventRecord, attempts: number, outcome: DeliveryEntry["outcome"]): void {
    const pause = (SCHEDULE[attempts] ?? 0) * this.tools.options.retryScale * 1000
    const next_at = outcome === "retry" ? this.tools.clock.milliseconds() + pause : null
    const { event_id } = record.event
    this.tools.ledger.commit([{ kind: "delivery", event_id, attempts, next_at }])
    if (next_at === null) this.tools.agenda.delete(event_id)
    this.plan(record)
  }

  private outcomeFor(record: EventRecord, attempts: number, status: number | null): DeliveryEntry["outcome"] {
    if (status !== null && status >= 200 && status < 300) return "delivered"
    if (status === 410) return "stopped"
    // After the last scheduled attempt, a replay is attempted only once.
    return record.next_at !== null && attempts < SCHEDULE.length ? "retry" : "given_up"
  }
}
