import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import { type Approval, type ApprovalStatus, toApproval } from "./models/approval"

/** The data of an approval before it is stored. */
export type NewApproval = Pick<Approval, "id" | "client_id" | "amount" | "currency" | "description"> &
  Partial<Pick<Approval, "task_id" | "session_id" | "bought" | "order_reference" | "asked">>

/** A staff member's decision with their note. */
export interface Decision {
  readonly by: string
  readonly note: string | null
}

/** An approval id, for a caller that needs it before the approval is stored. */
export const newApprovalId = () => newId("apr")

/**
 * After this the start of a payment counts as interrupted. It is long, because the payment is stored within
 * moments.
 */
const LEASE_SECONDS = 60

/** Payments that wait for the merchant's approval. Each is decided once, also with concurrent decisions. */
export class Approvals {
  constructor(private readonly knex: Knex) {}

  async insert({ asked, ...approval }: NewApproval, db: Knex = this.knex): Promise<Approval> {
    const row = { ...approval, ...(asked !== undefined && { asked: JSON.stringify(asked) }) }
    const [written] = await db("gw_approval").insert(row).returning("*")
    return toApproval(written as object)
  }

  async find(id: string, db: Knex = this.knex): Promise<Approval | undefined> {
    const row = await db("gw_approval").where({ id }).first()
    return row && toApproval(row)
  }

  /**
   * Approves an approval that waits and has not expired. Undefined for any other. Sets the id of the payment if
   * the approval is for a task.
   */
  async approve(id: string, { by, note }: Decision, db: Knex = this.knex): Promise<Approval | undefined> {
    const { payment_id, begin_at } = { payment_id: newId("pay"), begin_at: this.knex.fn.now() }
    const forTask = (value: Knex.Value | Knex.Raw) =>
      this.knex.raw("case when task_id is not null then ? end", [value])
    const payment = { payment_id: forTask(payment_id), begin_at: forTask(begin_at) }
    const waiting = db("gw_approval").where({ id }).whereRaw("expires_at > now()")
    return this.decide(waiting, { status: "approved", decided_by: by, note, ...payment })
  }

  /** Rejects an approval that waits. Undefined for any other. */
  async reject(id: string, { by, note }: Decision, db: Knex = this.knex): Promise<Approval | undefined> {
    return this.decide(db("gw_approval").where({ id }), {
      ...WITHOUT_PAYMENT,
      status: "refused",
      decided_by: by,
      note,
    })
  }

  /** Ends an approval that waits, without a decision of the staff. Undefined for any other. */
  async end(
    of: Pick<Approval, "id"> | Pick<Approval, "session_id">,
    status: "expired" | "canceled",
    db: Knex = this.knex
  ): Promise<Approval | undefined> {
    return this.decide(db("gw_approval").where(of), { ...WITHOUT_PAYMENT, status })
  }

  private async decide(
    which: Knex.QueryBuilder,
    change: { status: ApprovalStatus } & Record<string, unknown>
  ): Promise<Approval | undefined> {
    const decided = which.where({ status: "waiting" }).update({ ...change, decided_at: this.knex.fn.now() })
    const [row] = await decided.returning("*")
    return row && toApproval(row as object)
  }

  /** Waiting approvals that have expired. */
  async outdated(limit: number): Promise<Approval[]> {
    const waiting = this.knex("gw_approval").where({ status: "waiting" }).whereRaw("expires_at <= now()")
    return (await waiting.orderBy("expires_at").limit(limit)).map(toApproval)
  }

  /** Approved approvals whose payments must be started and that no worker has claimed. */
  async dueToStart(limit: number): Promise<string[]> {
    const due = this.knex("gw_approval").whereRaw("begin_at <= now()").orderBy("begin_at")
    return due.limit(limit).pluck("id")
  }

  /** Claims the start of an approved payment for a while. Undefined if it is already started or claimed. */
  async claim(id: string): Promise<Approval | undefined> {
    const later = this.knex.raw("now() + make_interval(secs => ?)", [LEASE_SECONDS])
    const due = this.knex("gw_approval").where({ id }).whereRaw("begin_at <= now()")
    const [row] = await due.update({ begin_at: later }).returning("*")
    return row && toApproval(row as object)
  }

  /**
   * Ends the start of the payment, because it was started or cannot be, and deletes the request that it was
   * made from.
   */
  async finish(id: string): Promise<void> {
    const made = "exists (select from gw_payment p where p.id = gw_approval.payment_id)"
    const description = this.knex.raw(`case when ${made} then description else '' end`)
    await this.knex("gw_approval")
      .where({ id })
      .update({ ...NOTHING_TO_START, description })
  }
}

const NOTHING_TO_START = { asked: null, begin_at: null }

/** Without a payment, the approval cannot be linked to its customer any more, so all personal data is deleted. */
const WITHOUT_PAYMENT = { ...NOTHING_TO_START, description: "" }
