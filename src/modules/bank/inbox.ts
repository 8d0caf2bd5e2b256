import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { DatabaseError } from "@medusajs/framework/pg"
import { Batch } from "../../batch"
import type { BankEvent, Nonce } from "../../drivers/driver"
import { reached } from "../../failpoints"
import type { StoredEvent } from "./models/event"

/** A verified notification. */
interface Message {
  readonly event: BankEvent
  readonly raw: Buffer
  readonly nonce: Nonce
}

type Outcome = "stored" | "duplicate" | "replayed"

/** The bank's events: verified, stored before anything is made of them, each once. */
export class Inbox {
  private readonly messages = new Batch((messages: readonly Message[]) => this.storeAll(messages))

  constructor(private readonly knex: Knex) {}

  /**
   * Stores a verified notification durably. The signed message counts once (`replayed`), the event behind it once
   * (`duplicate`); both marks and the row are one statement, so a message that was not stored is not used up either.
   */
  async store(event: BankEvent, raw: Buffer, nonce: Nonce): Promise<Outcome> {
    const outcome = await this.messages.ask({ event, raw, nonce })
    if (outcome instanceof Error) throw outcome
    if (outcome === "stored") reached("event_stored")
    return outcome
  }

  /** One that the database refuses takes none of those down that came in with it: then each is stored by itself. */
  private async storeAll(messages: readonly Message[]): Promise<readonly (Outcome | Error)[]> {
    try {
      return await this.insert(messages)
    } catch (error) {
      if (messages.length === 1 || !wasRolledBack(error)) throw error
      return Promise.all(messages.map((message) => this.storeAlone(message)))
    }
  }

  private storeAlone(message: Message): Promise<Outcome | Error> {
    return this.insert([message]).then(
      ([outcome]) => outcome as Outcome,
      (error: Error) => error
    )
  }

  private async insert(messages: readonly Message[]): Promise<Outcome[]> {
    const told = messages.map(({ event: { payment: snapshot, ...event }, raw, nonce }, index) => {
      return { index, ...nonce, ...event, payload: raw.toString("utf8"), snapshot }
    })
    const { rows } = await this.knex.raw<{ rows: { index: number; outcome: Outcome }[] }>(
      "select * from gw_store_messages(?)",
      [JSON.stringify(told)]
    )
    return rows.sort((a, b) => a.index - b.index).map(({ outcome }) => outcome)
  }

  /**
   * Stores events of the bank's list, and returns those that no notification had brought, or none with these contents:
   * what a wrong one said is replaced, because the store would never hear of the event again.
   */
  async add(events: readonly BankEvent[]): Promise<BankEvent[]> {
    if (!events.length) return []
    const rows = new Map(events.map((event) => [event.event_id, rowOf(event, JSON.stringify(event))]))
    const excluded = (column: string) => this.knex.raw("excluded.??", [column])
    const [snapshot, token] = [excluded("snapshot"), excluded("token")]
    const stored = await this.knex("gw_bank_event")
      .insert([...rows.values()])
      .onConflict("event_id")
      .merge({ payload: excluded("payload"), snapshot, token, processed_at: null, verdict: null })
      .whereRaw("(gw_bank_event.snapshot, gw_bank_event.token) is distinct from (?, ?)", [snapshot, token])
      .returning<{ event_id: string }[]>("event_id")
    const fresh = new Set(stored.map(({ event_id }) => event_id))
    return events.filter(({ event_id }) => fresh.has(event_id))
  }

  /** The highest sequence number up to which no event is missing in the store. */
  async lastSequence(): Promise<number> {
    const row = await this.knex("gw_bank_cursor").first("sequence")
    return Number(row?.sequence ?? 0)
  }

  async advanceTo(sequence: number): Promise<void> {
    await this.knex("gw_bank_cursor").where("sequence", "<", sequence).update({ sequence })
  }

  /** Events nobody has finished: a crash, or a restart, came between storing and processing. */
  async leftovers(olderThanSeconds: number, limit: number): Promise<StoredEvent[]> {
    return this.knex("gw_bank_event")
      .select("event_id", "snapshot", "token")
      .whereNull("processed_at")
      .andWhereRaw("received_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("received_at")
      .limit(limit)
  }

  /** Marks an event as done, with what became of it the first time. */
  async finish(event_id: string, verdict: string): Promise<void> {
    await this.knex("gw_bank_event")
      .where({ event_id })
      .whereNull("processed_at")
      .update({ processed_at: this.knex.fn.now(), verdict })
    reached("event_processed")
  }

  /** Forgets the signed messages that would be refused as stale anyway; the margin is the clock tolerance. */
  async purgeNonces(): Promise<void> {
    await this.knex("gw_bank_nonce").whereRaw("expires_at < now() - interval '1 minute'").delete()
  }
}

/** Whether PostgreSQL itself says so: of a statement whose connection broke nobody knows what it did. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === "ERROR"
}

function rowOf({ event_id, sequence, type, payment, token }: BankEvent, payload: string) {
  const [snapshot, kept] = [payment && JSON.stringify(payment), token && JSON.stringify(token)]
  return { event_id, sequence, type, payload, snapshot, token: kept }
}
