import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { BankEvent, Nonce } from "../../drivers/driver"
import { reached } from "../../failpoints"
import type { StoredEvent } from "./models/event"

/** The bank's events: verified, stored before anything is made of them, each once. */
export class Inbox {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores a verified notification durably. The signed message counts once (`replayed`), the event behind it once
   * (`duplicate`); both marks and the row are one transaction, so a message that was not stored is not used up either.
   */
  async store(event: BankEvent, raw: Buffer, nonce: Nonce): Promise<"stored" | "duplicate" | "replayed"> {
    const result = await this.knex.transaction(async (trx) => {
      const fresh = await trx("gw_bank_nonce")
        .insert({ issuer: nonce.issuer, jti: nonce.jti, expires_at: nonce.expires_at })
        .onConflict(["issuer", "jti"])
        .ignore()
        .returning("jti")
      if (!fresh.length) return "replayed"
      return (await insertEvent(trx, event, raw.toString("utf8"))) ? "stored" : "duplicate"
    })
    if (result === "stored") reached("event_stored")
    return result
  }

  /** Stores an event of the bank's list. False when a notification has brought it already. */
  async add(event: BankEvent): Promise<boolean> {
    return insertEvent(this.knex, event, JSON.stringify(event))
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
      .select("event_id", "snapshot")
      .whereNull("processed_at")
      .andWhereRaw("received_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("received_at")
      .limit(limit)
  }

  /** Marks an event as done, with what became of it. */
  async finish(event_id: string, verdict: string): Promise<void> {
    await this.knex("gw_bank_event").where({ event_id }).update({ processed_at: this.knex.fn.now(), verdict })
    reached("event_processed")
  }

  /** Forgets the signed messages that would be refused as stale anyway; the margin is the clock tolerance. */
  async purgeNonces(): Promise<void> {
    await this.knex("gw_bank_nonce").whereRaw("expires_at < now() - interval '1 minute'").delete()
  }
}

async function insertEvent(knex: Knex, event: BankEvent, payload: string): Promise<boolean> {
  const { event_id, sequence, type, payment } = event
  const stored = await knex("gw_bank_event")
    .insert({ event_id, sequence, type, payload, snapshot: JSON.stringify(payment) })
    .onConflict("event_id")
    .ignore()
    .returning("event_id")
  return stored.length > 0
}
