import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import { BankError } from "../../drivers/driver"
import { recordStaffAction } from "../../lib/staff-audit"
import type { Operation } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import { Operations } from "../../modules/bank/operations"
import type BankService from "../../modules/bank/service"

/**
 * Queries the bank about a call that it has begun and not finished. Throws `invalid_state` if the bank now reports the
 * outcome, and `bank_unavailable` if it does not answer: staff record what only they can find out.
 */
export async function assertUnfinished(bank: BankService, call: Operation): Promise<void> {
  const { payment_id } = call
  try {
    await bank.wasExecuted(call)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    if (error.code === "not_finished") return
    throw problem("bank_unavailable", { payment_id }, NO_ANSWER)
  }
  throw problem("invalid_state", { payment_id }, REPORTED)
}

/**
 * Ends a call as staff found it at the bank, in the transaction `trx` of `changeByStaff`, with an audit entry. An executed
 * one is part of the bank's state from the next query on, which is made soon. Throws `invalid_state` if the bank has
 * reported the outcome since `assertUnfinished`.
 */
export async function recordOutcome(
  trx: Knex,
  call: Operation,
  {
    payment,
    was_executed,
    by,
  }: { readonly payment: Payment; readonly was_executed: boolean; readonly by: string }
): Promise<void> {
  const { id, kind, amount } = call
  const outcome = was_executed ? "executed" : "not_executed"
  const operations = new Operations(trx)
  const hasEnded =
    (await operations.wasReported(call)) || (!was_executed && !(await operations.giveUp(id, 0)))
  if (hasEnded) throw problem("invalid_state", { payment_id: payment.id }, REPORTED)
  if (was_executed) await operations.settle(id, "done")
  await trx("gw_payment").where({ id: payment.id }).update({ next_check_at: trx.fn.now() })
  const { client_id, order_id, currency } = payment
  const detail = { payment_id: payment.id, order_id, id, kind, amount, currency, outcome }
  await recordStaffAction(trx, { type: "payment_outcome_recorded", by, client_id, detail })
}

const NO_ANSWER = "The bank did not answer, so it may have finished the call. Try again in a few minutes."

const REPORTED =
  "The bank now reports the outcome of the call. Query the bank, read the payment again, and close its review without `was_executed`."
