import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { reached } from "../../lib/failpoints"
import { heartbeat } from "../../lib/heartbeat"
import type { PendingEffect } from "../../domain/settlement"
import type { DueEffect } from "./models/effect"

const LEASE_SECONDS = 10

/**
 * How long the workflow that started a movement in Medusa has time to write the record, before its effect is
 * settled.
 */
export const OWN_MOVEMENT_PAUSE_SECONDS = 5

/**
 * Stores the effects of a payment that are not stored yet. The effect of a movement that the store has started waits for
 * `own_pause_seconds`.
 */
export async function recordEffects(
  db: Knex,
  payment_id: string,
  effects: readonly PendingEffect[],
  own_pause_seconds = 0
): Promise<void> {
  for (const { movement, ...effect } of effects) {
    const pause = movement?.merchant_reference ? own_pause_seconds : 0
    await db("gw_effect")
      .insert({
        payment_id,
        ...effect,
        movement: movement && JSON.stringify(movement),
        not_before: db.raw("now() + make_interval(secs => ?)", [pause]),
      })
      .onConflict(["payment_id", "key"])
      .ignore()
  }
}

/**
 * Pending effects: the changes that a bank update requires in the store, such as recording a capture. The
 * reducer writes them, and the settlement performs each once.
 */
export class Effects {
  constructor(private readonly knex: Knex) {}

  /**
   * Leases the next pending effect of `payment_id`, or of any payment. Two workers never lease the same effect at once,
   * and the effect of a crashed worker becomes free when its lease expires. The effects of one payment are
   * leased in order, and only after the payment is provisioned. An effect of a movement waits while the
   * movement's own call is running, and a few seconds longer if it was started in Medusa, because Medusa's
   * workflow is about to write the record or to roll it back.
   */
  async lease(payment_id: string | null): Promise<DueEffect | undefined> {
    const { rows } = await this.knex.raw<{ rows: DueEffect[] }>(
      `update gw_effect set leased_until = now() + make_interval(secs => :lease), attempts = attempts + 1,
              fence = fence + 1
        where id = (
          select e.id from gw_effect e join gw_payment p on p.id = e.payment_id
          where e.done_at is null and (e.leased_until is null or e.leased_until <= now())
            and (e.not_before is null or e.not_before <= now())
            and p.provisioned_at is not null
            and (:payment_id::text is null or e.payment_id = :payment_id)
            and not exists (
              select 1 from gw_bank_operation o
               where o.merchant_reference = e.movement ->> 'merchant_reference'
                 and (o.status = 'requested'
                      or (o.status = 'done' and o.medusa_id is not null and o.updated_at > now() - make_interval(secs => :pause))))
            and not exists (
              select 1 from gw_effect b where b.payment_id = e.payment_id and b.done_at is null and b.id < e.id)
          order by e.id limit 1 for update of e skip locked)
        returning payment_id, key, effect, movement, attempts, fence`,
      { lease: LEASE_SECONDS, pause: OWN_MOVEMENT_PAUSE_SECONDS, payment_id }
    )
    if (rows[0]) await reached("effect_leased", rows[0].payment_id)
    return rows[0]
  }

  /** Renews the lease while the effect is being performed. Call the returned function at the end. */
  renew(due: DueEffect): () => void {
    const leased_until = this.knex.raw("now() + make_interval(secs => ?)", [LEASE_SECONDS])
    return heartbeat(this.knex, LEASE_SECONDS / 3, (db) => this.leasedRow(db, due).update({ leased_until }))
  }

  /**
   * Throws if another worker has leased the effect, because this process was paused for longer than the lease.
   * Call it before each write outside the gateway's own transactions.
   */
  async assertLeased(due: DueEffect): Promise<void> {
    if (!(await this.leasedRow(this.knex, due).first("id"))) throw lost(due)
  }

  /** The row of an effect, unless another worker has leased it or it is done. */
  private leasedRow(db: Knex, { payment_id, key, fence }: DueEffect) {
    return db("gw_effect").where({ payment_id, key, fence }).whereNull("done_at")
  }

  /** Whether a payment has pending effects. */
  async hasPending(payment_id: string): Promise<boolean> {
    const pending = this.knex("gw_effect").where({ payment_id }).whereNull("done_at")
    return (await pending.first("id")) !== undefined
  }

  /** Marks an effect as done, inside the transaction that writes its result. Throws if the lease was lost. */
  async finish(trx: Knex.Transaction, due: DueEffect): Promise<void> {
    const done = await this.leasedRow(trx, due).update({ done_at: trx.fn.now(), last_error: null })
    if (done !== 1) throw lost(due)
    await reached("effect_done", due.payment_id)
  }

  /** Ends the pauses of a payment's pending effects, because the workflow they waited for is gone. */
  async endPauses(payment_id: string): Promise<void> {
    await this.knex("gw_effect").where({ payment_id }).whereNull("done_at").update({ not_before: null })
  }

  /**
   * Releases a failed effect for a retry, after a pause that grows up to ten minutes. Does nothing if the lease
   * was lost.
   */
  async postpone(due: DueEffect, error: string): Promise<void> {
    const pause = "now() + least(power(2, least(attempts, 10)), 600) * interval '1 second'"
    await this.leasedRow(this.knex, due).update({
      last_error: error,
      leased_until: null,
      not_before: this.knex.raw(pause),
    })
  }
}

function lost({ effect, payment_id }: DueEffect): Error {
  return new Error(`the lease of ${effect} of ${payment_id} was lost: another worker has leased it`)
}
