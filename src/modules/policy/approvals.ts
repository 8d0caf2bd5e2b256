import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import { type Approval, type ApprovalStatus, toApproval } from "./models/approval"

/** The data of an approval before it is stored. */
export type NewApproval = Pick<Approval, "id" | "client_id" | "amount" | "currency" | "description"> &
  Partial<Pick<Approval, "task_id" | "session_id" | "bought" | "order_reference" | "requested">>

/** The data of a refund's approval before it is stored. */
export type NewRefundApproval = Omit<NewApproval, "session_id" | "bought" | "order_reference"> & {
  readonly refund_of: string
  readonly operation_id: string
} & Partial<Pick<Approval, "reason_code">>

/** A staff member's decision with their note. */
export interface Decision {
  readonly by: string
  readonly note: string | null
}

/** An approval whose start a caller has claimed. `begin_at` names the claim: a later one has another time. */
export type ClaimedApproval = Approval & { readonly begin_at: Date }

/** An approval id, for a caller that needs it before the approval is stored. */
export const newApprovalId = () => newId("apr")

/** Staff have this long to decide on a refund: longer than for a payment, because nothing is held meanwhile. */
const REFUND_EXPIRY_DAYS = 7

/**
 * After this the start of a payment counts as interrupted. It is long, because the payment is stored within
 * moments.
 */
const LEASE_SECONDS = 60

/** Payments and refunds that wait for the merchant's approval. Each is decided once, also with concurrent decisions. */
export class Approvals {
  constructor(private readonly knex: Knex) {}

  async insert({ requested, ...approval }: NewApproval, db: Knex = this.knex): Promise<Approval> {
    const row = { ...approval, ...(requested !== undefined && { requested: JSON.stringify(requested) }) }
    const [written] = await db("gw_approval").insert(row).returning("*")
    return toApproval(written as object)
  }

  /** Stores a refund that waits. Undefined while an earlier refund of the same payment waits. */
  async insertRefund(refund: NewRefundApproval, db: Knex = this.knex): Promise<Approval | undefined> {
    const expires_at = this.knex.raw("now() + make_interval(days => ?)", [REFUND_EXPIRY_DAYS])
    const row = { ...refund, kind: "refund", expires_at, requested: JSON.stringify(refund.requested ?? null) }
    const [written] = await db("gw_approval").insert(row).onConflict().ignore().returning("*")
    return written && toApproval(written as object)
  }

  /** The approval of the refund that this bank operation executes. */
  async ofOperation(operation_id: string): Promise<Approval | undefined> {
    const row = await this.knex("gw_approval").where({ operation_id }).first()
    return row && toApproval(row)
  }

  /** The refund of a payment that waits for approval. */
  async waitingRefund(refund_of: string): Promise<Approval | undefined> {
    const row = await this.knex("gw_approval").where({ refund_of, status: "waiting" }).first()
    return row && toApproval(row)
  }

  async find(id: string, db: Knex = this.knex): Promise<Approval | undefined> {
    const row = await db("gw_approval").where({ id }).first()
    return row && toApproval(row)
  }

  /**
   * Approves an approval that waits and has not expired. Undefined for any other. Sets the id of the payment if
   * the approval is for the payment of a task.
   */
  async approve(id: string, { by, note }: Decision, db: Knex = this.knex): Promise<Approval | undefined> {
    const { payment_id, begin_at } = { payment_id: newId("pay"), begin_at: this.knex.fn.now() }
    const payment = {
      payment_id: this.knex.raw("case when kind = 'payment' and task_id is not null then ? end", [
        payment_id,
      ]),
      begin_at: this.knex.raw("case when kind = 'refund' or task_id is not null then ? end", [begin_at]),
    }
    const waiting = db("gw_approval").where({ id }).whereRaw("expires_at > now()")
    return this.decide(waiting, { status: "approved", decided_by: by, note, ...payment })
  }

  /** Rejects an approval that waits. Undefined for any other. */
  async reject(id: string, { by, note }: Decision, db: Knex = this.knex): Promise<Approval | undefined> {
    return this.decide(db("gw_approval").where({ id }), {
      ...this.withoutPayment(),
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
    return this.decide(db("gw_approval").where(of), { ...this.withoutPayment(), status })
  }

  /** Cancels a refund that waits and can no longer be executed, with the reason. Undefined for any other approval. */
  async endUnrefundable(id: string, failure_code: string, db: Knex): Promise<Approval | undefined> {
    const failure = { failure_code, failed_at: this.knex.fn.now() }
    return this.decide(db("gw_approval").where({ id, kind: "refund" }), { status: "canceled", ...failure })
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

  /**
   * Waiting refunds of more than is left, because the payment was refunded otherwise or the cardholder has won a dispute. A
   * refund in progress may still fail, and an open dispute may still be won.
   */
  async unrefundable(limit: number): Promise<Approval[]> {
    const refunds = this.knex("gw_approval as a").join("gw_payment as p", "p.id", "a.refund_of")
    const found = refunds
      .where("a.status", "waiting")
      .whereRaw(`a.amount > p.captured_amount - p.refunded_amount - ${LOST_IN_DISPUTES}`)
    return (await found.orderBy("a.created_at").limit(limit).select("a.*")).map(toApproval)
  }

  /** Approved approvals whose payments or refunds must be started and that no worker has claimed. */
  async dueToStart(limit: number): Promise<string[]> {
    const due = this.knex("gw_approval").whereRaw("begin_at <= now()").orderBy("begin_at")
    return due.limit(limit).pluck("id")
  }

  /** Claims the start of an approved payment or refund for a while. Undefined if it is already started or claimed. */
  async claim(id: string): Promise<ClaimedApproval | undefined> {
    // Dates in JavaScript have milliseconds only.
    const later = this.knex.raw("date_trunc('milliseconds', now()) + make_interval(secs => ?)", [
      LEASE_SECONDS,
    ])
    const due = this.knex("gw_approval").where({ id }).whereRaw("begin_at <= now()")
    const [row] = await due.update({ begin_at: later }).returning<{ begin_at: Date }[]>("*")
    return row && { ...toApproval(row), begin_at: row.begin_at }
  }

  /**
   * Makes a change in a transaction that commits only while the approval is claimed by this claim. Throws, and changes nothing,
   * when another process has claimed the approval meanwhile, or has ended its start.
   */
  whileClaimed<T>(
    { id, begin_at }: ClaimedApproval,
    change: (trx: Knex.Transaction) => Promise<T>
  ): Promise<T> {
    return this.knex.transaction(async (trx) => {
      const changed = await change(trx)
      // After the change, because the end of a start locks the operation before the approval.
      const claimed = await trx("gw_approval").where({ id, begin_at }).forUpdate().first<object>("id")
      if (!claimed) throw new Error("another process has claimed the approval, or has ended its start")
      return changed
    })
  }

  /**
   * Ends the start of the payment or refund, because it was started or cannot be, and deletes the request that it
   * was made from.
   */
  async finish(id: string): Promise<void> {
    await this.endStart({ id })
  }

  /**
   * The same for a refund that cannot be executed, with the reason. False if another caller has claimed it meanwhile, or has
   * ended its start.
   */
  async finishFailed({ id, begin_at }: ClaimedApproval, failure_code: string, db: Knex): Promise<boolean> {
    const failure = { failure_code, failed_at: this.knex.fn.now() }
    return (await this.endStart({ id, begin_at }, failure, db)) === 1
  }

  private endStart(of: object, failure: object = {}, db: Knex = this.knex): Promise<number> {
    const made =
      "exists (select from gw_payment p where p.id in (gw_approval.payment_id, gw_approval.refund_of))"
    const description = this.knex.raw(`case when ${made} then description else '' end`)
    return db("gw_approval")
      .where(of)
      .update({ ...NOTHING_TO_START, ...failure, description })
  }

  /** Records why the bank has not executed an approved refund, once. */
  async fail(operation_id: string, failure_code: string): Promise<void> {
    await this.knex("gw_approval")
      .where({ operation_id, status: "approved", failure_code: null })
      .update({ failure_code, failed_at: this.knex.fn.now() })
  }

  /**
   * Without a payment, the approval cannot be linked to its customer any more, so all personal data is deleted. A
   * refund is linked by the payment that it refunds.
   */
  private withoutPayment() {
    return {
      ...NOTHING_TO_START,
      description: this.knex.raw("case when kind = 'refund' then description else '' end"),
    }
  }
}

/** What the bank has debited for disputes that the cardholders have won, in minor units. */
const LOST_IN_DISPUTES = `(
  select coalesce(sum((d ->> 'amount')::bigint), 0) from jsonb_array_elements(p.disputes) d where d ->> 'status' = 'lost')`

const NOTHING_TO_START = { requested: null, begin_at: null }
