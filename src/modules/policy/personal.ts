import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Obstacle } from "../../domain/obstacle"

/** The personal data in approvals. */
export class Personal {
  constructor(private readonly knex: Knex) {}

  /** The approval that blocks this person's erasure. Undefined if there is none. */
  async obstacle(email: string, db: Knex = this.knex): Promise<Obstacle | undefined> {
    const { rows } = await db.raw<{ rows: { id: string }[] }>(BLOCKING_APPROVAL, [email])
    const [approval] = rows
    if (!approval) return undefined
    const others = { payment_id: null, order_id: null, checkout_id: null }
    return { code: "approval_waiting", ...others, approval_id: approval.id }
  }

  /**
   * Erases the personal data in the approvals of these payments and sessions, and cancels those that wait for a
   * session.
   */
  async erase(payments: readonly string[], sessions: readonly string[], trx: Knex): Promise<void> {
    await trx("gw_approval")
      .whereIn("payment_id", [...payments])
      .orWhereIn("refund_of", [...payments])
      .orWhereIn("session_id", [...sessions])
      .update({ description: "Erased", note: null, bought: null })
    await trx("gw_approval")
      .whereIn("session_id", [...sessions])
      .andWhere({ status: "waiting" })
      .update({ status: "canceled", decided_at: trx.fn.now() })
  }
}

/* The request is deleted once the payment or refund is started, so few rows have one. */
const BLOCKING_APPROVAL = `
  select id from gw_approval
   where (status = 'waiting' or begin_at is not null)
     and position('"' || cast(? as text) || '"' in lower(cast(requested as text))) > 0
   limit 1`
