import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Obstacle } from "../../domain/obstacle"

/** What approvals say of a person. */
export class Personal {
  constructor(private readonly knex: Knex) {}

  /** Why this person cannot be forgotten yet; undefined when nothing is in the way. */
  async obstacle(email: string, db: Knex = this.knex): Promise<Obstacle | undefined> {
    const { rows } = await db.raw<{ rows: { id: string }[] }>(ASKED, [email])
    const [approval] = rows
    return (
      approval && { code: "approval_waiting", payment_id: null, order_id: null, approval_id: approval.id }
    )
  }

  /** Takes out of the approvals of these payments and sessions what was said of them. What waits for a session has ended. */
  async erase(payments: readonly string[], sessions: readonly string[], trx: Knex): Promise<void> {
    await trx("gw_approval")
      .whereIn("payment_id", [...payments])
      .orWhereIn("session_id", [...sessions])
      .update({ description: "Erased", note: null, bought: null })
    await trx("gw_approval")
      .whereIn("session_id", [...sessions])
      .andWhere({ status: "waiting" })
      .update({ status: "canceled", decided_at: trx.fn.now() })
  }
}

/* What an order is to be is forgotten once it is begun, so that few rows have it. */
const ASKED = `
  select id from gw_approval
   where (status = 'waiting' or begin_at is not null)
     and position('"' || cast(? as text) || '"' in lower(cast(asked as text))) > 0
   limit 1`
