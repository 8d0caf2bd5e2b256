import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { BankEvent, Nonce } from "../../drivers/driver"
import { reached } from "../../failpoints"
import type { StoredEvent } from "./models/event"

/**
 * Stores a verified notification durably. The signed message counts once (`replayed`), the event behind it once
 * (`duplicate`); both marks and the row are one transaction, so a message that was not stored is not used up either.
 */
export async function storeEvent(
  knex: Knex,
  event: BankEvent,
  nonce: Nonce,
  raw: Buffer
): Promise<"stored" | "duplicate" | "replayed"> {
  const result = await knex.transaction(async (trx) => {
    const fresh = await trx("gw_bank_nonce")
      .insert({ issuer: nonce.issuer, jti: nonce.jti, expires_at: nonce.expires_at })
      .onConflict(["issuer", "jti"])
      .ignore()
      .returning("jti")
    if (!fresh.length) return "replayed"
    const { event_id, sequence, type, payment } = event
    const stored = await trx("gw_bank_event")
      .insert({ event_id, sequence, type, payload: raw.toString("utf8"), snapshot: JSON.stringify(payment) })
      .onConflict("event_id")
      .ignore()
      .returning("event_id")
    return stored.length ? "stored" : "duplicate"
  })
  if (result === "stored") reached("event_stored")
  return result
}

/** Events nobody has finished: a crash, or a restart, came between storing and processing. */
export async function leftoverEvents(
  knex: Knex,
  olderThanSeconds: number,
  limit: number
): Promise<StoredEvent[]> {
  return knex("gw_bank_event")
    .select("event_id", "snapshot")
    .whereNull("processed_at")
    .andWhereRaw("received_at < now() - make_interval(secs => ?)", [olderThanSeconds])
    .orderBy("received_at")
    .limit(limit)
}

/** Marks an event as done, with what became of it. */
export async function finishEvent(knex: Knex, event_id: string, verdict: string): Promise<void> {
  await knex("gw_bank_event").where({ event_id }).update({ processed_at: knex.fn.now(), verdict })
  reached("event_processed")
}

/** Forgets the signed messages that would be refused as stale anyway; the margin is the clock tolerance. */
export async function purgeNonces(knex: Knex): Promise<void> {
  await knex("gw_bank_nonce").whereRaw("expires_at < now() - interval '1 minute'").delete()
}
