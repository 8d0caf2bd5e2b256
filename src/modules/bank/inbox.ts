import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { DatabaseError } from "@medusajs/framework/pg"
import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import { Batch } from "../../lib/batcher"
import type { BankEvent, Nonce } from "../../drivers/driver"
import { reached } from "../../lib/failpoints"
import type { StoredEvent } from "./models/event"

/** A verified notification about an account. */
interface Message {
  readonly account: string
  readonly event: BankEvent
  readonly raw: Buffer
  readonly nonce: Nonce
}

type Outcome = "stored" | "duplicate" | "replayed"

/** Stores verified bank events, each once, before they are processed. */
export class Inbox {
  private readonly messages = new Batch((messages: readonly Message[]) => this.storeAll(messages))

  constructor(private readonly knex: Knex) {}

  /**
   * Stores a verified notification durably. A repeated signed message returns `replayed`, and a repeated
   * event in another message `duplicate`. One statement writes the nonce and the event, so a message that
   * could not be stored can be sent again.
   */
  async store(message: Message): Promise<Outcome> {
    const { event } = message
    const outcome = await this.messages.submit(message)
    if (outcome instanceof Error) throw outcome
    if (outcome === "stored") await reached("event_stored", ...namesOf({ ...event, snapshot: event.payment }))
    return outcome
  }

  /**
   * If the database rejects a batch, each message is stored by itself, so that one bad message does not fail
   * the others.
   */
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
    const received = messages.map(
      ({ account, event: { payment: snapshot, ...event }, raw, nonce }, index) => ({
        index,
        ...nonce,
        ...event,
        event_id: storedId(event.event_id, account),
        bank_account: account,
        payload: raw.toString("utf8"),
        snapshot,
      })
    )
    const { rows } = await this.knex.raw<{ rows: { index: number; outcome: Outcome }[] }>(
      "select * from gw_store_messages(?)",
      [JSON.stringify(received)]
    )
    return rows.sort((a, b) => a.index - b.index).map(({ outcome }) => outcome)
  }

  /**
   * Stores events of an account's event list. Returns the events that are new or whose stored contents differ;
   * those contents are replaced, because the bank does not send the event again. Rows are written in the
   * order of event ids, as for notifications, so that two statements never deadlock.
   */
  async add(events: readonly BankEvent[], account: string): Promise<StoredEvent[]> {
    const received = new Map(
      events.map((event) => {
        const event_id = storedId(event.event_id, account)
        return [event_id, { ...event, event_id, bank_account: account, payload: JSON.stringify(event) }]
      })
    )
    const { rows } = await this.knex.raw<{ rows: StoredEvent[] }>(
      `insert into gw_bank_event as known (event_id, bank_account, sequence, type, payload, snapshot, token)
       select event_id, bank_account, sequence, type, payload, payment, token from jsonb_to_recordset(?::jsonb) as received (
         event_id text, bank_account text, sequence bigint, type text, payload text, payment jsonb, token jsonb)
       order by event_id
       on conflict (event_id) do update
         set payload = excluded.payload, snapshot = excluded.snapshot, token = excluded.token,
             revision = known.revision + 1, processed_at = null, verdict = null
       where (known.snapshot, known.token) is distinct from (excluded.snapshot, excluded.token)
       returning event_id, bank_account, revision, snapshot, token`,
      [JSON.stringify([...received.values()])]
    )
    const stored = new Map(rows.map((row) => [row.event_id, row]))
    return [...received.keys()].flatMap((id) => stored.get(id) ?? [])
  }

  /** The highest sequence number of an account's event list up to which all events are stored. */
  async lastSequence(bank_account: string): Promise<number> {
    const row = await this.knex("gw_bank_position").where({ bank_account }).first("sequence")
    return Number(row?.sequence ?? 0)
  }

  async advanceTo(sequence: number, bank_account: string): Promise<void> {
    await this.knex.raw(
      `insert into gw_bank_position as known (bank_account, sequence) values (?, ?)
       on conflict (bank_account) do update set sequence = greatest(known.sequence, excluded.sequence)`,
      [bank_account, sequence]
    )
  }

  /** Stored events that are unprocessed after this many seconds, because the process crashed or restarted. */
  async leftovers(olderThanSeconds: number, limit: number): Promise<StoredEvent[]> {
    return this.knex("gw_bank_event")
      .select("event_id", "bank_account", "revision", "snapshot", "token")
      .whereNull("processed_at")
      .andWhereRaw("received_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("received_at")
      .limit(limit)
  }

  /**
   * Marks an event as processed and stores the first result. Does nothing if the event's contents were
   * replaced meanwhile.
   */
  async finish(event: StoredEvent, verdict: string): Promise<void> {
    const { event_id, revision } = event
    await this.knex("gw_bank_event")
      .where({ event_id, revision })
      .whereNull("processed_at")
      .update({ processed_at: this.knex.fn.now(), verdict })
    await reached("event_processed", ...namesOf(event))
  }

  /** Deletes the nonces of messages that are rejected as stale anyway. The extra minute is the clock tolerance. */
  async purgeNonces(): Promise<void> {
    await this.knex("gw_bank_nonce").whereRaw("expires_at < now() - interval '1 minute'").delete()
  }
}

/**
 * The id under which an event is stored: banks may give the same id to different events. That of the default account has no
 * prefix, unless it could be taken for one of another account.
 */
export function storedId(event_id: string, account: string): string {
  const isPlain = account === DEFAULT_ACCOUNT && !event_id.includes(":")
  return isPlain ? event_id : `${account}:${event_id}`
}

/** The names by which tests select the event: its id and its references. */
const namesOf = ({ event_id, snapshot, token }: Pick<StoredEvent, "event_id" | "snapshot" | "token">) => [
  event_id,
  snapshot?.merchant_reference,
  token?.merchant_reference,
]

/** Whether PostgreSQL itself reported the error. After a broken connection the result of the statement is unknown. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === "ERROR"
}
