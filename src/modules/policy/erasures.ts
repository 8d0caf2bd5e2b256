import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Obstacle } from "../../domain/obstacle"
import { digest, newId } from "../../domain/secrets"
import { changeByStaff } from "../../staff-change"
import type { Erasure, ErasureCounts, Subject } from "./models/erasure"

/** Who asked, and why; without anybody when Medusa has deleted the customer. */
export interface ErasureRequest {
  readonly reason: string
  readonly by: string | null
}

/** What is written down longer than anything it erases: that somebody's data were to be erased, and were. */
export class Erasures {
  constructor(private readonly knex: Knex) {}

  /**
   * Writes the wish down, unless somebody has since `newest`, which was somebody's newest when his data were looked at:
   * of those who ask at once, also while one of them is done already, all get the same one.
   */
  async begin(
    { customer_id, email }: Subject,
    { reason, by }: ErasureRequest,
    newest?: Erasure
  ): Promise<Erasure> {
    const subject = this.nameOf({ customer_id, email })
    const row = { id: newId("era"), subject, customer_id, email, reason, updated_by: by }
    const [fresh] = await changeByStaff(this.knex, (trx) =>
      trx<Erasure & { follows: string }>("gw_erasure")
        .insert({ ...row, follows: newest?.id ?? "" })
        .onConflict(["subject", "follows"])
        .ignore()
        .returning("*")
    )
    const erasure = fresh ?? (await this.newest({ customer_id, email }))
    if (!erasure) throw new Error("an erasure was neither begun nor found")
    return erasure
  }

  /** The newest of somebody's, if there is one. */
  async newest(subject: Subject): Promise<Erasure | undefined> {
    const [newest] = await this.list(subject)
    return newest
  }

  /** All of somebody's, the newest first. */
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

  /** An erasure that is not done, for the caller alone until his transaction ends; undefined when it is done. */
  async hold(id: string, trx: Knex): Promise<Erasure | undefined> {
    return trx<Erasure>("gw_erasure").where({ id, done_at: null }).forUpdate().first()
  }

  /** It is done: from here on nothing says who it was but an id or a hash. */
  async finish(id: string, counts: ErasureCounts, trx: Knex): Promise<void> {
    const done = { counts: JSON.stringify(counts), done_at: trx.fn.now(), email: null, obstacle: null }
    await trx("gw_erasure").where({ id }).update(done)
  }

  /** What is in its way, for whoever looks. */
  async put(id: string, obstacle: Obstacle): Promise<void> {
    await this.knex("gw_erasure")
      .where({ id, done_at: null })
      .update({ obstacle: JSON.stringify(obstacle) })
  }

  async markChecked(id: string): Promise<void> {
    await this.knex("gw_erasure").where({ id }).update({ checked_at: this.knex.fn.now() })
  }

  /** Those a crash has cut short or that have had to wait, and those done some minutes ago that are to be looked at again. */
  due(limit: number): Promise<Erasure[]> {
    return (
      this.knex<Erasure>("gw_erasure")
        .whereNull("checked_at")
        .whereRaw("coalesce(done_at, requested_at) < now() - interval '2 minutes'")
        // What something is in the way of must not keep the others waiting.
        .orderByRaw("obstacle is not null, random()")
        .limit(limit)
    )
  }

  /** By which somebody is known again after he is forgotten: an id, or a hash. */
  nameOf({ customer_id, email }: Subject): string {
    return customer_id ?? digest(`erased ${email}`)
  }
}
