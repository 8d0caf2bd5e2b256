import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem } from "../../domain/errors"
import { reached } from "../../lib/failpoints"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import { type Payment, remainderOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { refundsOf } from "../../queries/order/order-refunds"
import { changeByStaff } from "../../lib/staff-audit"
import { allowedAmount, assertNotInReview } from "./allowed-amount"
import { executeOperation } from "./execute-operation"
import { refusedByBank } from "./bank-refusals"

/** A capture, refund or void that a member of the merchant's staff requests. */
export interface StaffMovement {
  /** Stays the same when the request is repeated after a crash, so that the bank executes it once. */
  readonly id: string
  readonly payment_id: string
  readonly kind: Operation["kind"]
  /** Minor units; all that is left when omitted. A void has no amount. */
  readonly amount?: number | undefined
  readonly reason?: string | null | undefined
  /** The staff member, for the audit log. */
  readonly requested_by: string
}

/** The payment after a movement. `is_pending` is true while the bank has not executed or not confirmed it. */
export interface MovedPayment {
  readonly payment: Payment
  readonly is_pending: boolean
}

/**
 * Captures, voids or refunds at the bank, once per `id`, and records it in Medusa as one record. Waits while another
 * movement of the same order is in progress. Throws `payment_not_found`, `request_in_progress` when the wait times out,
 * and a problem when the payment's state does not allow the movement or the bank refuses it; then no money has moved.
 */
export async function moveByStaff(
  container: MedusaContainer,
  movement: StaffMovement
): Promise<MovedPayment> {
  const { cartLocks } = container.resolve<BankService>(BANK_MODULE)
  const { order_id, id } = await paymentOf(container, movement)
  const lock = await cartLocks.acquire(order_id ?? id)
  try {
    return await move(container, movement)
  } finally {
    await lock.release()
  }
}

async function paymentOf(
  container: MedusaContainer,
  { payment_id }: Pick<StaffMovement, "payment_id">
): Promise<Payment> {
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.find({ id: payment_id })
  if (payment) return payment
  throw problem("payment_not_found", { payment_id })
}

async function move(container: MedusaContainer, movement: StaffMovement): Promise<MovedPayment> {
  const { id, payment_id } = movement
  const bank = container.resolve<BankService>(BANK_MODULE)
  assertNotInReview(await paymentOf(container, movement))
  const operation = (await bank.operations.resume(id)) ?? (await begin(container, movement))
  const outcome = await executeOperation(container, operation)
  await reached("movement_made", id, payment_id)
  if (typeof outcome === "object") throw refusedByBank(outcome.refused, payment_id)
  const is_pending = outcome === "unknown" || (await isRefundPending(container, movement))
  return { payment: await bank.payments.retrieve(payment_id), is_pending }
}

/** Whether the refund is not complete yet. Throws when the bank accepted it and then failed to execute it. */
async function isRefundPending(
  container: MedusaContainer,
  { id, payment_id, kind }: StaffMovement
): Promise<boolean> {
  if (kind !== "refund") return false
  const refund = (await refundsOf(container, [payment_id])).find((one) => one.id === id)
  if (refund?.status === "failed") throw problem("invalid_state", { payment_id }, NOT_REFUNDED)
  return refund?.status !== "completed"
}

const NOT_REFUNDED = "The bank could not execute the refund."

async function begin(container: MedusaContainer, movement: StaffMovement): Promise<Operation> {
  const payment = await paymentOf(container, movement)
  const amount = await allowedAmount(container, movement, payment)
  const { id, payment_id, kind, reason = null, requested_by } = movement
  const final = kind === "capture" ? amount === remainderOf(payment).to_capture : true
  const bank = container.resolve<BankService>(BANK_MODULE)
  const operation = { id, payment_id, kind, amount, final, reason, requested_by }
  await reached("movement_requested", id, payment_id)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const begun = await changeByStaff(knex, (trx) => bank.operations.begin(operation, trx))
  if (begun) return begun
  throw problem(
    "earlier_call_open",
    { payment_id },
    `The outcome of an earlier ${kind} is not known yet. Try again later.`
  )
}
