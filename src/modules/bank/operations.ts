import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../../domain/secrets"
import type { Operation } from "./models/operation"

export type NewOperation = Pick<Operation, "payment_id" | "kind" | "amount"> &
  Partial<Pick<Operation, "final" | "reason" | "medusa_id">>

/** The calls that move money, each with the reference and the key it has at the bank for ever. */
export class Operations {
  constructor(private readonly knex: Knex) {}

  /**
   * Writes an intended call down. The same capture or refund of Medusa's finds the operation it began before.
   * Undefined while an earlier one of the same kind is not resolved: the bank may have acted on that one.
   */
  async begin(operation: NewOperation, db: Knex = this.knex): Promise<Operation | undefined> {
    const [row] = await db("gw_bank_operation")
      .insert({
        ...operation,
        id: newId("op"),
        merchant_reference: newId("gwo"),
        idempotency_key: randomUUID(),
      })
      .onConflict()
      .ignore()
      .returning("*")
    if (row) return toOperation(row)
    const { medusa_id } = operation
    const earlier = medusa_id && (await db("gw_bank_operation").where({ medusa_id }).first())
    return earlier ? toOperation(earlier) : undefined
  }

  /** The operation the bank names by our reference. */
  async find(merchant_reference: string): Promise<Operation | undefined> {
    const row = await this.knex("gw_bank_operation").where({ merchant_reference }).first()
    return row && toOperation(row)
  }

  /** Whether the outcome of a call of this kind is still open. */
  async isOpen(payment_id: string, kind: Operation["kind"]): Promise<boolean> {
    const open = this.knex("gw_bank_operation").where({ payment_id, kind })
    return Boolean(await open.whereIn("status", ["requested", "unknown"]).first("id"))
  }

  async settle(id: string, status: Operation["status"], error_code: string | null = null): Promise<void> {
    await this.knex("gw_bank_operation")
      .where({ id })
      .whereIn("status", ["requested", "unknown"])
      .update({ status, error_code, updated_at: this.knex.fn.now() })
  }

  /** Calls whose outcome was never learned, because the answer was lost or the process that made them died. */
  async unresolved(olderThanSeconds: number, limit: number): Promise<Operation[]> {
    const rows = await this.knex("gw_bank_operation")
      .whereIn("status", ["requested", "unknown"])
      .andWhereRaw("updated_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("updated_at")
      .limit(limit)
    return rows.map(toOperation)
  }

  /** Puts an unresolved call behind the others, so that one that stays so does not hold up the rest. */
  async touch(id: string): Promise<void> {
    await this.knex("gw_bank_operation").where({ id }).update({ updated_at: this.knex.fn.now() })
  }
}

function toOperation(row: Record<string, unknown>): Operation {
  return { ...row, amount: row.amount === null ? null : Number(row.amount) } as Operation
}
