import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { BankEvent, Nonce } from "../../drivers/driver"
import { reached } from "../../failpoints"
import type { StoredEvent } from "./models/event"

/** The bank's events: verified, stored before anything is made of them, each once. */
export class Inbox {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores a verified notification durably. The signed message counts once (`replayed`), the event behind it once
   * (`duplicate`); both marks and the row are one statement, so a message that was not stored is not used up either.
   */
  async store(event: BankEvent, raw: Buffer, nonce: Nonce): Promise<"stored" | "duplicate" | "replayed"> {
    const { rows } = await this.knex.raw<{ rows: { fresh: boolean; stored: boolean }[] }>(
      `with fresh as (
         insert into gw_bank_nonce (issuer, jti, expires_at) values (:issuer, :jti, :expires_at)
         on conflict do nothing returning 1
       ), stored as (
         insert into gw_bank_event (event_id, sequence, type, payload, snapshot, token, processed_at, verdict)
         select :event_id, :sequence::bigint, :type, :payload, :snapshot::jsonb, :token::jsonb,
                case when coalesce(:snapshot::jsonb, :token::jsonb) is null then now() end,
                case when coalesce(:snapshot::jsonb, :token::jsonb) is null then 'ignored' end
         where exists (select 1 from fresh)
         on conflict do nothing returning 1
       )
       select exists (select 1 from fresh) as fresh, exists (select 1 from stored) as stored`,
      { ...nonce, ...rowOf(event, raw.toString("utf8")) }
    )
    const [{ fresh, stored } = { fresh: false, stored: false }] = rows
    if (!fresh) return "replayed"
    if (!stored) return "duplicate"
    reached("event_stored")
    return "stored"
  }

  /** Stores an event of the bank's list. False when a notification has brought it already. */
  async add(event: BankEvent): Promise<boolean> {
    const row = rowOf(event, JSON.stringify(event))
    const stored = await this.knex("gw_bank_event")
      .insert(row)
      .onConflict("event_id")
      .ignore()
      .returning("event_id")
    return stored.length > 0
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

function rowOf({ event_id, sequence, type, payment, token }: BankEvent, payload: string) {
  const [snapshot, kept] = [payment && JSON.stringify(payment), token && JSON.stringify(token)]
  return { event_id, sequence, type, payload, snapshot, token: kept }
}
