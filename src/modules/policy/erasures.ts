import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Obstacle } from "../../domain/obstacle"
import { digest, newId } from "../../domain/secrets"
import { changeByStaff } from "../../lib/staff-audit"
import type { Erasure, ErasureCounts, Subject } from "./models/erasure"

/** Why an erasure was requested, and by which staff member; null if Medusa deleted the customer. */
export interface ErasureRequest {
  readonly reason: string
  readonly by: string | null
}

/** Records of erasures. They outlive the erased data and show that the erasure was requested and done. */
export class Erasures {
  constructor(private readonly knex: Knex) {}

  /**
   * Records an erasure request, unless a newer one than `newest` exists; `newest` is the latest erasure at the
   * time the person's data was read. Concurrent requests all get the same erasure.
   */
  async begin(
    { customer_id, email }: Subject,
    { reason, by }: ErasureRequest,
    newest?: Erasure
  ): Promise<Erasure> {
    const subject = this.nameOf({ customer_id, email })
    const row = { id: newId("era"), subject, customer_id, email, reason, updated_by: by }
    const [inserted] = await changeByStaff(this.knex, (trx) =>
      trx<Erasure & { follows: string }>("gw_erasure")
        .insert({ ...row, follows: newest?.id ?? "" })
        .onConflict(["subject", "follows"])
        .ignore()
        .returning("*")
    )
    const erasure = inserted ?? (await this.newest({ customer_id, email }))
    if (!erasure) throw new Error("an erasure was neither created nor found")
    return erasure
  }

  /** The newest erasure of a person, if there is one. */
  async newest(subject: Subject): Promise<Erasure | undefined> {
    const [newest] = await this.list(subject)
    return newest
  }

  /** All erasures of a person, newest first. */
  list(subject: Subject): Promise<Erasure[]> {
    return this.knex<Erasure>("gw_erasure")
      .where({ subject: this.nameOf(subject) })
      .orderBy("requested_at", "desc")
  }

  async retrieve(id: string): Promise<Erasure> {
    const erasure = await this.knex<Erasure>("gw_erasure").where({ id }).first()
    if (!erasure) throw new Error(`no erasure ${id}`)
    return erasure
  }

  /** Locks an erasure that is not done until the transaction ends. Undefined if it is done. */
  async lock(id: string, trx: Knex): Promise<Erasure | undefined> {
    return trx<Erasure>("gw_erasure").where({ id, done_at: null }).forUpdate().first()
  }

  /** Marks an erasure as done. From here on, only an id or a hash identifies the person. */
  async finish(id: string, counts: ErasureCounts, trx: Knex): Promise<void> {
    const done = { counts: JSON.stringify(counts), done_at: trx.fn.now(), email: null, obstacle: null }
    await trx("gw_erasure").where({ id }).update(done)
  }

  /** Records what blocks an erasure. */
  async recordObstacle(id: string, obstacle: Obstacle): Promise<void> {
    await this.knex("gw_erasure")
      .where({ id, done_at: null })
      .update({ obstacle: JSON.stringify(obstacle) })
  }

  async markChecked(id: string): Promise<void> {
    await this.knex("gw_erasure").where({ id }).update({ checked_at: this.knex.fn.now() })
  }

  /**
   * Erasures to work on: those that were interrupted or blocked, and those done some minutes ago that must be
   * checked again.
   */
  due(limit: number): Promise<Erasure[]> {
    return (
      this.knex<Erasure>("gw_erasure")
        .whereNull("checked_at")
        .whereRaw("coalesce(done_at, requested_at) < now() - interval '2 minutes'")
        // Blocked erasures come last, so that they do not delay the others.
        .orderByRaw("obstacle is not null, random()")
        .limit(limit)
    )
  }

  /** The key of a person after the erasure: the customer id, or a hash of the e-mail address. */
  nameOf({ customer_id, email }: Subject): string {
    return customer_id ?? digest(`erased ${email}`)
  }
}
