import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import { type Approval, type ApprovalStatus, toApproval } from "./models/approval"

/** An approval before it is in the database. */
export type NewApproval = Pick<Approval, "id" | "client_id" | "amount" | "currency" | "description"> &
  Partial<Pick<Approval, "task_id" | "session_id" | "bought" | "order_reference" | "asked">>

/** Who has decided, and what is to be remembered of it. */
export interface Decision {
  readonly by: string
  readonly note: string | null
}

/** For a payment that something has to wait for before the merchant is asked. */
export const newApprovalId = () => newId("apr")

/** Begun work counts as cut short after this. Long: its payment is written down within moments. */
const LEASE_SECONDS = 60

/** Payments that wait for the merchant. Each is decided once, whoever tries at the same time. */
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

  /** Approves what waits and has not expired; undefined otherwise. A task's payment has its id from then on. */
  async approve(id: string, { by, note }: Decision, db: Knex = this.knex): Promise<Approval | undefined> {
    const { payment_id, begin_at } = { payment_id: newId("pay"), begin_at: this.knex.fn.now() }
    const forTask = (value: Knex.Value | Knex.Raw) =>
      this.knex.raw("case when task_id is not null then ? end", [value])
    const begun = { payment_id: forTask(payment_id), begin_at: forTask(begin_at) }
    const waiting = db("gw_approval").where({ id }).whereRaw("expires_at > now()")
    return this.decide(waiting, { status: "approved", decided_by: by, note, ...begun })
  }

  /** Refuses what waits; undefined when it does not. */
  async refuse(id: string, { by, note }: Decision, db: Knex = this.knex): Promise<Approval | undefined> {
    return this.decide(db("gw_approval").where({ id }), { ...NEVER, status: "refused", decided_by: by, note })
  }

  /** Ends what waits without a decision of anybody's; undefined when it does not wait. */
  async end(
    of: Pick<Approval, "id"> | Pick<Approval, "session_id">,
    status: "expired" | "canceled",
    db: Knex = this.knex
  ): Promise<Approval | undefined> {
    return this.decide(db("gw_approval").where(of), { ...NEVER, status })
  }

  private async decide(
    which: Knex.QueryBuilder,
    change: { status: ApprovalStatus } & Record<string, unknown>
  ): Promise<Approval | undefined> {
    const decided = which.where({ status: "waiting" }).update({ ...change, decided_at: this.knex.fn.now() })
    const [row] = await decided.returning("*")
    return row && toApproval(row as object)
  }

  /** What has waited for longer than anything may. */
  async outdated(limit: number): Promise<Approval[]> {
    const waiting = this.knex("gw_approval").where({ status: "waiting" }).whereRaw("expires_at <= now()")
    return (await waiting.orderBy("expires_at").limit(limit)).map(toApproval)
  }

  /** The approved ones whose payments are to be begun, by nobody at this moment. */
  async toBegin(limit: number): Promise<string[]> {
    const due = this.knex("gw_approval").whereRaw("begin_at <= now()").orderBy("begin_at")
    return due.limit(limit).pluck("id")
  }

  /** Takes the beginning of an approved payment on, alone for a while; undefined when it is done or another has it. */
  async take(id: string): Promise<Approval | undefined> {
    const later = this.knex.raw("now() + make_interval(secs => ?)", [LEASE_SECONDS])
    const due = this.knex("gw_approval").where({ id }).whereRaw("begin_at <= now()")
    const [row] = await due.update({ begin_at: later }).returning("*")
    return row && toApproval(row as object)
  }

  /** The payment is begun, or never will be: what it was to be is forgotten. */
  async finish(id: string): Promise<void> {
    const made = "exists (select from gw_payment p where p.id = gw_approval.payment_id)"
    const description = this.knex.raw(`case when ${made} then description else '' end`)
    await this.knex("gw_approval")
      .where({ id })
      .update({ ...OVER, description })
  }
}

const OVER = { asked: null, begin_at: null }

/** Nothing leads from it to the person it was for any more, so that nothing of him may stay. */
const NEVER = { ...OVER, description: "" }
