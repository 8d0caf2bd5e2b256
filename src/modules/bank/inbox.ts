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
    if (outcome === "stored") await reached("event_stored", ...namesOf({ ...event, snapshot: event.payment }))
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
   * what a wrong one said is replaced, because the store would never hear of the event again. In the order of the events,
   * as notifications are, so that two statements never wait for each other.
   */
  async add(events: readonly BankEvent[]): Promise<StoredEvent[]> {
    const told = new Map(
      events.map((event) => [event.event_id, { ...event, payload: JSON.stringify(event) }])
    )
    const { rows } = await this.knex.raw<{ rows: StoredEvent[] }>(
      `insert into gw_bank_event as known (event_id, sequence, type, payload, snapshot, token)
       select event_id, sequence, type, payload, payment, token from jsonb_to_recordset(?::jsonb) as told (
         event_id text, sequence bigint, type text, payload text, payment jsonb, token jsonb)
       order by event_id
       on conflict (event_id) do update
         set payload = excluded.payload, snapshot = excluded.snapshot, token = excluded.token,
             revision = known.revision + 1, processed_at = null, verdict = null
       where (known.snapshot, known.token) is distinct from (excluded.snapshot, excluded.token)
       returning event_id, revision, snapshot, token`,
      [JSON.stringify([...told.values()])]
    )
    const stored = new Map(rows.map((row) => [row.event_id, row]))
    return [...told.keys()].flatMap((id) => stored.get(id) ?? [])
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
      .select("event_id", "revision", "snapshot", "token")
      .whereNull("processed_at")
      .andWhereRaw("received_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("received_at")
      .limit(limit)
  }

  /** Marks an event as done, with what became of it the first time; not when its contents were replaced meanwhile. */
  async finish(event: StoredEvent, verdict: string): Promise<void> {
    const { event_id, revision } = event
    await this.knex("gw_bank_event")
      .where({ event_id, revision })
      .whereNull("processed_at")
      .update({ processed_at: this.knex.fn.now(), verdict })
    await reached("event_processed", ...namesOf(event))
  }

  /** Forgets the signed messages that would be refused as stale anyway; the margin is the clock tolerance. */
  async purgeNonces(): Promise<void> {
    await this.knex("gw_bank_nonce").whereRaw("expires_at < now() - interval '1 minute'").delete()
  }
}

/** By which a test recognizes the event, and what it is about. */
const namesOf = ({ event_id, snapshot, token }: Pick<StoredEvent, "event_id" | "snapshot" | "token">) => [
  event_id,
  snapshot?.merchant_reference,
  token?.merchant_reference,
]

/** Whether PostgreSQL itself says so: of a statement whose connection broke nobody knows what it did. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === "ERROR"
}
