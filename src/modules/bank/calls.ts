import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { asUnknown, BankError, type CallContext, CONFIGURATION_CODES } from "../../drivers/driver"

/** The tables with one row per bank call that is executed at most once. */
export type CallTable = "gw_payment" | "gw_card_token" | "gw_bank_operation"

/** The row of a bank call, with the account at which the call is made. */
export interface CallRow {
  readonly id: string
  readonly idempotency_key: string | null
  readonly bank_account: string
}

/** The row of a call was deleted, or its payment or card has ended. The bank was not called. */
export class CallEnded extends Error {
  override readonly name = "CallEnded"
}

/** Which rows may still be called, as SQL: a payment that has ended unpaid, or a card that has ended, must not be opened. */
const CALLABLE: Readonly<Record<CallTable, string>> = {
  gw_payment: "status not in ('declined', 'canceled', 'expired')",
  gw_card_token: "status not in ('failed', 'revoked')",
  gw_bank_operation: "true",
}

/** The calls that a bank executes at most once, each under the idempotency key of its row. */
export class Calls {
  constructor(private readonly knex: Knex) {}

  /**
   * Makes a call. Throws BankError. Its outcome is `not_executed` only if every earlier attempt for the row was certainly
   * not executed. A rejection of the store's configuration is stored with the account. Throws CallEnded, without calling
   * the bank, if the row may no longer be called.
   */
  async once<Answer>(
    table: CallTable,
    { id, idempotency_key, bank_account }: CallRow,
    call: (context: CallContext) => Promise<Answer>
  ): Promise<Answer> {
    const { repeated, called_at } = await this.record(table, id)
    try {
      return await call({ idempotency_key: String(idempotency_key), repeated })
    } catch (error) {
      if (!(error instanceof BankError)) throw error
      if (error.outcome === "not_executed") await this.noteRejection(bank_account, error.code)
      if (repeated) throw asUnknown(error)
      if (error.outcome === "not_executed") await this.forget(table, id, called_at)
      throw error
    }
  }

  /**
   * Records before a call that an attempt may reach the bank. Not `repeated` for the first attempt. Even if the process
   * crashes afterwards, no later attempt counts as the first.
   */
  async record(
    table: CallTable,
    id: string
  ): Promise<{ readonly repeated: boolean; readonly called_at: string }> {
    const now = this.knex.fn.now()
    const first = await this.touch(table, { id, bank_called_at: null }, now)
    if (first) return { repeated: false, called_at: first }
    // Never the time of an earlier attempt, so that the process of that attempt does not forget this one.
    const later = this.knex.raw("greatest(now(), bank_called_at + interval '1 microsecond')")
    const again = await this.touch(table, { id }, later)
    if (again) return { repeated: true, called_at: again }
    throw new CallEnded(`${id} may no longer be called`)
  }

  /** Forgets a first attempt that the bank certainly did not execute, unless another attempt was recorded meanwhile. */
  private async forget(table: CallTable, id: string, called_at: string): Promise<void> {
    const attempt = this.knex(table).where({ id }).whereRaw("bank_called_at = ?::timestamptz", [called_at])
    await attempt.update({ bank_called_at: null })
  }

  /** Stored on its own, with the account, because the payment may be deleted with its order. */
  private async noteRejection(bank_account: string, code: string): Promise<void> {
    if (!CONFIGURATION_CODES.includes(code)) return
    await this.knex("gw_account_rejection")
      .insert({ bank_account, code })
      .onConflict(["bank_account", "code"])
      .merge({ last_at: this.knex.fn.now() })
  }

  /** The recorded time, exact to the microsecond. Undefined if no row was updated. */
  private async touch(
    table: CallTable,
    where: object,
    bank_called_at: Knex.Raw
  ): Promise<string | undefined> {
    const rows = this.knex(table).where(where).whereRaw(CALLABLE[table]).update({ bank_called_at })
    const [row] = await rows.returning<{ at: string }[]>(this.knex.raw("bank_called_at::text as at"))
    return row?.at
  }
}
