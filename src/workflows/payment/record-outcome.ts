import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { problem } from "../../domain/errors"
import { BankError } from "../../drivers/driver"
import { recordStaffAction } from "../../lib/staff-audit"
import { contains, unfinishedLike } from "../../modules/bank/executed-in"
import type { Operation } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import { Operations } from "../../modules/bank/operations"
import type BankService from "../../modules/bank/service"

/**
 * Queries the bank about a call that it has begun and not finished. Throws `invalid_state` if the bank now reports the
 * outcome, or if the call was executed and the bank lists no unfinished one of its amount, because it could never become
 * part of the bank's state; `bank_unavailable` if the bank does not answer.
 */
export async function assertUnfinished(
  bank: BankService,
  call: Operation,
  { payment, was_executed }: Pick<Found, "payment" | "was_executed">
): Promise<void> {
  const payment_id = payment.id
  const snapshot = await bank.paymentCalls.refresh(payment).catch((error: unknown) => {
    throw error instanceof BankError ? problem("bank_unavailable", { payment_id }, NO_ANSWER) : error
  })
  const isOpen = snapshot && !contains(snapshot, call, payment.amount)
  const listed = isOpen ? unfinishedLike(snapshot, call) : []
  if (!listed.length) throw problem("invalid_state", { payment_id }, REPORTED)
  const isListed = listed.some(({ amount }) => call.amount === null || amount === call.amount)
  if (was_executed && !isListed) throw problem("invalid_state", { payment_id }, NOT_LISTED)
}

/** What a staff member found at the bank about a call of a payment. */
interface Found {
  readonly payment: Payment
  readonly was_executed: boolean
  readonly by: string
}

/**
 * Records what staff found at the bank about a call, in the transaction `trx` of `changeByStaff`, with an audit entry. A call
 * that was not executed ends. An executed one stays open until it is part of the bank's state, from the next query on, which
 * is made soon. Throws `invalid_state` if the bank has reported the outcome since `assertUnfinished`.
 */
export async function recordOutcome(
  trx: Knex,
  call: Operation,
  { payment, was_executed, by }: Found
): Promise<void> {
  const { id, kind, amount } = call
  const outcome = was_executed ? "executed" : "not_executed"
  const operations = new Operations(trx)
  const hasEnded =
    (await operations.wasReported(call)) ||
    !(await (was_executed ? operations.confirm(id) : operations.giveUp(id, 0)))
  if (hasEnded) throw problem("invalid_state", { payment_id: payment.id }, REPORTED)
  await trx("gw_payment").where({ id: payment.id }).update({ next_check_at: trx.fn.now() })
  const { client_id, order_id, currency } = payment
  const detail = { payment_id: payment.id, order_id, id, kind, amount, currency, outcome }
  await recordStaffAction(trx, { type: "payment_outcome_recorded", by, client_id, detail })
}

const NO_ANSWER = "The bank did not answer, so it may have finished the call. Try again in a few minutes."

const NOT_LISTED =
  "The bank lists no unfinished call of this amount, so the store cannot record this one as executed. Set `was_executed` to false; the store records the call if the bank reports it later. Until then, request no other call for the same money."

const REPORTED =
  "The bank now reports the outcome of the call. Query the bank, read the payment again, and close its review without `was_executed`."
