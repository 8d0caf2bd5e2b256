import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Decline, INTERRUPTED } from "../../domain/settlement"
import { type Payment, toPayment } from "./models/payment"
import { isNotOpened } from "./not-opened"
import { isAtSilent } from "./silent-accounts"

/** Payments about which the bank has reported nothing yet: their creation was interrupted, or the call to open them failed. */
export class UnopenedPayments {
  constructor(private readonly knex: Knex) {}

  /**
   * Marks the outcome of the bank call as unknown, unless a bank update has already been applied, or another process has
   * ended the payment meanwhile.
   */
  async markUnknown(id: string): Promise<void> {
    const next_check_at = this.knex.raw("now() + interval '15 seconds'")
    await this.knex("gw_payment")
      .where({ id, version: 0 })
      .whereIn("status", UNOPENED)
      .update({ status: "unknown", next_check_at, updated_at: this.knex.fn.now() })
  }

  /** Declines a payment that the bank refused to open. The bank has executed nothing and will not. */
  async markRefused(id: string, decline_code: string): Promise<void> {
    await this.endUnopened({ id, version: 0 }, refusal(decline_code))
  }

  /**
   * Payments with a due check that the bank has certainly not opened within this many seconds. Also those of an account
   * whose bank answers no call.
   */
  async notOpened(olderThanSeconds: number, limit: number): Promise<string[]> {
    return this.knex("gw_payment")
      .whereRaw(`next_check_at <= now() and provisioned_at is not null and ${NOT_OPENED}`)
      .andWhereRaw("created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("next_check_at")
      .limit(limit)
      .pluck("id")
  }

  /**
   * Declines a payment whose order is placed, if the bank has certainly not opened it; no later attempt opens it. False for
   * any other payment, about which the bank must be queried.
   */
  endNotOpened(id: string): Promise<boolean> {
    const placed = `provisioned_at is not null and ${NOT_OPENED}`
    return this.endUnopened({ id }, refusal("not_executed"), {}, placed)
  }

  /**
   * Payments that are not yet linked to their order and session after this many seconds, because the request
   * was interrupted. Of the accounts whose bank is `out`, only those that the bank has certainly not opened.
   */
  async interrupted(olderThanSeconds: number, limit: number, out: readonly string[]): Promise<Payment[]> {
    const rows = await this.knex("gw_payment")
      .whereRaw(`(not ${isAtSilent("gw_payment")} or ${NOT_OPENED})`, { out: [...out] })
      .whereNull("provisioned_at")
      .andWhereRaw("created_at < now() - make_interval(secs => ?)", [olderThanSeconds])
      .orderBy("created_at")
      .limit(limit)
    return rows.map(toPayment)
  }

  /**
   * Declines an interrupted payment that the bank does not know. The store then settles it like any decline. With
   * `isQueried` false, only a payment that the bank has certainly not opened. Returns whether it was declined.
   */
  endInterrupted(id: string, { isQueried = true } = {}): Promise<boolean> {
    const unprovisioned = { id, version: 0, provisioned_at: null }
    const change = { provisioned_at: this.knex.fn.now() }
    return this.endUnopened(unprovisioned, INTERRUPTED, change, isQueried ? "true" : NOT_OPENED)
  }

  /**
   * Deletes a payment whose order could not be placed, unless the bank may know the payment: the outcome of the call is
   * unknown, or the call is in progress. Such a payment is ended with the interrupted ones.
   */
  async abandon(id: string): Promise<void> {
    const unanswered = () => this.knex("gw_payment").where({ id, version: 0 })
    const isUnknown = "bank_called_at is not null and status in ('created', 'unknown')"
    await unanswered().whereRaw(`not (${isUnknown})`).delete()
    await unanswered().whereRaw(isUnknown).update({ provisioned_at: null })
  }

  /**
   * Declines the payment that meets the condition, and records its `failed` effect, once. Leaves a payment alone that the
   * bank has updated. Returns whether it was declined.
   */
  private async endUnopened(
    where: Partial<Payment> & { id: string },
    { code: decline_code, message: decline_message }: Decline,
    change: object = {},
    condition = "true"
  ): Promise<boolean> {
    return this.knex.transaction(async (trx) => {
      const updated_at = trx.fn.now()
      const ended = { status: "declined", decline_code, decline_message, next_check_at: null, updated_at }
      const payment = trx("gw_payment").where(where).whereRaw(condition)
      if (!(await payment.update({ ...ended, ...change }))) return false
      const effect = { payment_id: where.id, key: "failed", effect: "failed" }
      await trx("gw_effect").insert(effect).onConflict(["payment_id", "key"]).ignore()
      return true
    })
  }
}

const NOT_OPENED = isNotOpened("gw_payment")

/** The statuses of a payment about which the bank has reported nothing yet, and which was not ended. */
const UNOPENED = ["created", "unknown"]

/** Neutral messages for the known reasons why the bank did not open a payment. */
const REFUSALS: Record<string, string> = {
  token_not_active: "The card is no longer active.",
  not_executed: "The bank did not open the payment.",
  mandate_limit: "The charge exceeds the limit that the customer agreed to.",
}

const refusal = (code: string): Decline => ({
  code,
  message: REFUSALS[code] ?? "The bank refused to open the payment.",
})
