import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import type { RouteName } from "../../domain/payment-route"
import { isReleased } from "../../domain/settlement"
import { heartbeat } from "../../lib/heartbeat"
import { CONFIRMED, type Operation, unfinishedSourceOf } from "./models/operation"
import { toPayment } from "./models/payment"

/** An operation with an unknown outcome, and the seconds since it was stored, by the database's clock. */
export type UnresolvedOperation = Operation & { readonly age: number }

/** An operation before it is stored. The `id` is given if the caller needs it earlier. */
export type NewOperation = Pick<Operation, "payment_id" | "kind" | "amount"> &
  Partial<
    Pick<
      Operation,
      "id" | "final" | "reason" | "medusa_id" | "requested_by" | "reason_code" | "automatic_for"
    >
  >

const OPEN = ["requested", "unknown"]
const REFUSED = { status: "refused" }

/** The seconds since an operation was stored, by the database's clock. */
const AGE = "extract(epoch from now() - created_at)::float8 as age"

/** How often a running call renews its row, in seconds. Without renewal, its process is considered dead. */
const RENEW_SECONDS = 5

/** An operation id, for a caller that needs it before the operation is stored. */
export const newOperationId = () => newId("op")

/** The bank calls that move money, each with its permanent bank reference and idempotency key. */
export class Operations {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores an operation before its call. For the same Medusa capture or refund, returns the operation stored
   * before. Undefined while an earlier operation of the same kind is unresolved, because the bank may have
   * executed it.
   */
  async begin(operation: NewOperation, db: Knex = this.knex): Promise<Operation | undefined> {
    const [row] = await db("gw_bank_operation")
      .insert({
        id: newOperationId(),
        ...operation,
        merchant_reference: newId("gwo"),
        idempotency_key: randomUUID(),
      })
      .onConflict()
      .ignore()
      .returning("*")
    if (row) return toOperation(row)
    const { medusa_id } = operation
    const earlier =
      medusa_id && (await db("gw_bank_operation").where({ medusa_id }).first<{ id: string }>("id"))
    return earlier ? this.resume(earlier.id, db) : undefined
  }

  /**
   * The stored operation with this id, to be called again with its own key. A refused operation becomes open
   * again. Undefined if there is none, or if another operation of its kind is open.
   */
  async resume(id: string, db: Knex = this.knex): Promise<Operation | undefined> {
    const now = this.knex.fn.now()
    const reopened = {
      status: "requested",
      error_code: null,
      bank_called_at: null,
      provider_payment_id: null,
      created_at: now,
      updated_at: now,
    }
    const isFree = `not exists (select 1 from gw_bank_operation o
      where o.payment_id = gw_bank_operation.payment_id and o.kind = gw_bank_operation.kind
        and o.status in ('requested', 'unknown'))`
    const refused = db("gw_bank_operation").where({ id, status: "refused" })
    const [row] = await refused.whereRaw(isFree).update(reopened).returning("*")
    const known = row ?? (await db("gw_bank_operation").where({ id }).whereNot(REFUSED).first())
    return known && toOperation(known)
  }

  /** How many voids of a payment were not executed. */
  async refusedVoids(payment_id: string): Promise<number> {
    const voids = this.knex("gw_bank_operation").where({ payment_id, kind: "void", ...REFUSED })
    const [row] = await voids.select<{ count: number }[]>(this.knex.raw("count(*)::int"))
    return row?.count ?? 0
  }

  /** The stored operation with this id, unless the bank refused it. */
  async started(id: string): Promise<Operation | undefined> {
    const row = await this.knex("gw_bank_operation").where({ id }).whereNot(REFUSED).first()
    return row && toOperation(row)
  }

  /** Whether an operation is stored and not refused. The row, also a refused one, stays locked until the transaction ends. */
  async isStarted(id: string, trx: Knex.Transaction): Promise<boolean> {
    const row = await trx("gw_bank_operation").where({ id }).forUpdate().first<{ status: string }>("status")
    return row !== undefined && row.status !== REFUSED.status
  }

  /** The operation with this bank reference. */
  async find(merchant_reference: string): Promise<Operation | undefined> {
    const row = await this.knex("gw_bank_operation").where({ merchant_reference }).first()
    return row && toOperation(row)
  }

  /** The refund of a payment whose outcome is unknown. Undefined if there is none. */
  async unknownRefundOf(payment_id: string): Promise<Operation | undefined> {
    const refunds = this.knex("gw_bank_operation").where({ payment_id, kind: "refund", status: "unknown" })
    const row = await refunds.first()
    return row && toOperation(row)
  }

  /** Notes that the bank has begun an open operation and not finished it, unless staff have confirmed it. */
  async markUnfinished(id: string): Promise<void> {
    const open = this.knex("gw_bank_operation").where({ id }).whereIn("status", OPEN)
    await open.whereRaw("error_code is distinct from ?", [CONFIRMED]).update({ error_code: "not_finished" })
  }

  /**
   * Notes that staff have found an open operation executed at the bank. It stays open until a snapshot contains it, so that
   * no other one of its kind is made before. False if it has ended.
   */
  async confirm(id: string): Promise<boolean> {
    const open = this.knex("gw_bank_operation").where({ id }).whereIn("status", OPEN)
    // The next query of the payment resolves it, however recent the last attempt was.
    const updated_at = this.knex.ref("created_at")
    return (await open.update({ error_code: CONFIRMED, updated_at })) === 1
  }

  /**
   * The operation of a payment that the bank has begun and not finished, once it needs review: staff find out its outcome
   * at the bank. Undefined if there is none.
   */
  async unfinishedOf(payment_id: string): Promise<Operation | undefined> {
    const unfinished = { payment_id, status: "unknown", error_code: "not_finished" }
    const row = await this.knex("gw_bank_operation").where(unfinished).orderBy("created_at").first()
    if (!row) return undefined
    const operation = toOperation(row)
    const review = this.knex("gw_review").where({ payment_id, source: unfinishedSourceOf(operation) })
    return (await review.first("id")) && operation
  }

  /** Whether the outcome of an operation of this kind is still unknown. */
  async isOpen(payment_id: string, kind: Operation["kind"]): Promise<boolean> {
    const open = this.knex("gw_bank_operation").where({ payment_id, kind })
    return Boolean(await open.whereIn("status", ["requested", "unknown"]).first("id"))
  }

  /**
   * Whether the caller is the first to call the bank or provider for an operation. An operation whose call must not be
   * repeated is called only then. The operation then counts as in progress, so that `takeOver` leaves it alone. Stores the
   * payment of Medusa that the call captures or refunds together with the claim.
   */
  async claimCall(id: string, provider_payment_id: string | null = null): Promise<boolean> {
    const now = this.knex.fn.now()
    const first = this.knex("gw_bank_operation").where({ id, bank_called_at: null })
    return (await first.update({ bank_called_at: now, updated_at: now, provider_payment_id })) === 1
  }

  /** Renews the operation's row while its call runs. Call the returned function at the end. */
  renew({ id }: Operation): () => void {
    const updated_at = this.knex.fn.now()
    return heartbeat(this.knex, RENEW_SECONDS, (db) =>
      db("gw_bank_operation").where({ id }).update({ updated_at })
    )
  }

  /**
   * Ends an operation whose call failed. If a bank update has meanwhile reported it as executed, the
   * operation is done, and the result is true. The payment's row lock excludes the reducer meanwhile.
   */
  async fail(operation: Operation, status: "unknown" | "refused", error_code: string): Promise<boolean> {
    return this.knex.transaction(async (trx) => {
      const operations = new Operations(trx)
      const reported = await operations.wasReported(operation)
      if (reported) await operations.settle(operation.id, "done")
      else await operations.settle(operation.id, status, error_code)
      return reported
    })
  }

  /**
   * Whether a bank update has reported an operation as executed. In a transaction, the payment's row lock excludes the
   * reducer from then on.
   */
  async wasReported({ payment_id, merchant_reference, kind }: Operation): Promise<boolean> {
    const row = await this.knex("gw_payment").where({ id: payment_id }).forUpdate().first()
    const { status, amount: authorized, captured_amount: captured } = toPayment(row)
    if (kind === "void") return isReleased(status, { authorized, captured })
    const effect = this.knex("gw_effect").where({ payment_id, effect: kind })
    effect.whereRaw("movement ->> 'merchant_reference' = ?", [merchant_reference])
    return (await effect.first("id")) !== undefined
  }

  async settle(id: string, status: Operation["status"], error_code: string | null = null): Promise<void> {
    await this.knex("gw_bank_operation")
      .where({ id })
      .whereIn("status", OPEN)
      .update({ status, error_code, updated_at: this.knex.fn.now() })
  }

  /**
   * Operations on payments of these routes that are unresolved for this many seconds, because the answer was lost or the
   * process died. With `payment_id`, only those of this payment; without those of the accounts whose bank is `out`.
   */
  async unresolved(
    routes: readonly RouteName[],
    olderThanSeconds: number,
    limit: number,
    { payment_id, out = [] }: { readonly payment_id?: string; readonly out?: readonly string[] } = {}
  ): Promise<UnresolvedOperation[]> {
    const payment = this.knex("gw_payment as p")
      .whereRaw("p.id = gw_bank_operation.payment_id")
      .whereIn("route", [...routes])
      .whereNotIn("bank_account", [...out])
    const rows = await this.knex("gw_bank_operation")
      .where({ ...(payment_id && { payment_id }) })
      .whereIn("status", OPEN)
      .whereExists(payment)
      .andWhereRaw("updated_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("updated_at")
      .limit(limit)
      .select("*", this.knex.raw(AGE))
    return rows.map((row: Record<string, unknown>) => toOperation(row) as UnresolvedOperation)
  }

  /**
   * Takes over an operation that is unresolved for this many seconds, and moves it to the end of the queue. Undefined if it
   * is resolved or in progress, or if another caller has taken it over.
   */
  takeOver(id: string, olderThanSeconds: number): Promise<UnresolvedOperation | undefined> {
    return this.take(id, olderThanSeconds, {})
  }

  /** The same for an operation whose process has died: its outcome is unknown from then on. */
  adopt(id: string, olderThanSeconds: number): Promise<UnresolvedOperation | undefined> {
    return this.take(id, olderThanSeconds, { status: "unknown" })
  }

  private async take(
    id: string,
    olderThanSeconds: number,
    change: { status?: "unknown" }
  ): Promise<UnresolvedOperation | undefined> {
    const [row] = await this.knex("gw_bank_operation")
      .where({ id })
      .whereIn("status", OPEN)
      .andWhereRaw("updated_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .update({ ...change, updated_at: this.knex.fn.now() })
      .returning<Record<string, unknown>[]>(["*", this.knex.raw(AGE)])
    return row && (toOperation(row) as UnresolvedOperation)
  }

  /**
   * Ends an open operation that is older than this many seconds as not executed. False if another caller has resolved
   * it, or if it was requested again meanwhile.
   */
  async giveUp(id: string, olderThanSeconds: number): Promise<boolean> {
    const given_up = { ...REFUSED, error_code: "not_executed", updated_at: this.knex.fn.now() }
    const open = this.knex("gw_bank_operation").where({ id }).whereIn("status", OPEN)
    const old = open.andWhereRaw("created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
    return (await old.update(given_up)) === 1
  }

  /**
   * Marks an open operation as in progress, right before its call. False if another caller has resolved it, or if it was
   * requested again meanwhile.
   */
  async claim({ id, created_at }: Operation): Promise<boolean> {
    const open = this.knex("gw_bank_operation").where({ id }).whereIn("status", OPEN)
    // Dates in JavaScript are less exact than those in the database.
    const same = open.andWhereRaw("abs(extract(epoch from created_at - ?::timestamptz)) < 1", [created_at])
    return (await same.update({ updated_at: this.knex.fn.now() })) === 1
  }
}

function toOperation(row: Record<string, unknown>): Operation {
  return { ...row, amount: row.amount === null ? null : Number(row.amount) } as Operation
}
