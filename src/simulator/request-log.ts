const MAX_ENTRIES = 10_000

/** A received request and its result. `verdict` is "accepted" or the error code. */
export interface RequestEntry {
  kind: "request"
  method: string
  path: string
  status: number
  verdict: string
  merchant_id?: string
  jti?: string
  idempotency_key?: string
  /** The faults of the response, if any. */
  fault?: { hang?: boolean; reset?: boolean; unsigned?: boolean; rjt?: string }
}

/** One attempt to notify a merchant. `status` is null when there was no HTTP response. */
export interface DeliveryEntry {
  kind: "delivery"
  event_id: string
  type: string
  merchant_id: string
  url: string
  attempt: number
  jti: string
  status: number | null
  /** "dropped" was never sent; "extra" is a copy or a replay, whose response is ignored. */
  outcome: "delivered" | "retry" | "stopped" | "given_up" | "dropped" | "extra"
  /** The error code in the merchant's response. */
  code?: string
  /** How the message was forged. */
  forged?: string
  error?: string
}

type Entry = (RequestEntry | DeliveryEntry) & { seq: number; at: string }

/** The recent requests and deliveries, for `GET /_sim/log`: the newest 10 000 entries, in memory. */
export class RequestLog {
  private entries: Entry[] = []
  private seq = 0

  /** Adds an entry with the time `now`. */
  add(now: Date, entry: RequestEntry | DeliveryEntry): void {
    this.entries.push({ seq: ++this.seq, at: now.toISOString(), ...entry })
    if (this.entries.length > 2 * MAX_ENTRIES) this.entries = this.entries.slice(-MAX_ENTRIES)
  }

  /** The entries after `seq`, oldest first. */
  since(seq: number): Entry[] {
    return this.entries.filter((entry) => entry.seq > seq)
  }

  clear(): void {
    this.entries = []
    this.seq = 0
  }
}
