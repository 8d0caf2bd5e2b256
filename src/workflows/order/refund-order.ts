import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import type { RefundReason } from "../../domain/refund-rules"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { refundsOf } from "../../queries/order/order-refunds"
import { executeOperation } from "../payment/execute-operation"
import { checkRefund } from "../payment/check-movement"
import { refusedByBank } from "../payment/bank-refusals"

/** A refund that an agent requests. */
export interface OrderRefundInput {
  /** Stays the same when the request is repeated after a crash, so that the bank executes it once. */
  readonly id: string
  readonly payment_id: string
  /** Minor units; all that is left when omitted. */
  readonly amount?: number | undefined
  readonly reason?: string | null | undefined
  readonly reason_code?: RefundReason | null | undefined
}

/** The payment after a refund. `is_pending` is true while the bank has not completed it. */
export interface RefundedOrder {
  readonly payment: Payment
  readonly is_pending: boolean
}

/** Runs the change that opens the operation of a refund. Throws, and opens none, when the refund must no longer be made. */
export type Opening = <T>(change: (db?: Knex) => Promise<T>) => Promise<T>

/**
 * Refunds a captured amount at the bank, once per `id`, and records it in Medusa as one record. A refund whose outcome
 * is unknown, or which the bank has not completed, is pending, and is recorded when the bank completes it. Throws
 * everything that `checkRefund` and `opening` throw, and a problem when the bank refuses; then nothing is recorded. Call
 * while holding the lock of the order.
 */
export async function refundOrder(
  container: MedusaContainer,
  input: OrderRefundInput,
  opening: Opening = (change) => change()
): Promise<RefundedOrder> {
  const { id, payment_id } = input
  const bank = container.resolve<BankService>(BANK_MODULE)
  const resumed = await opening((db) => bank.operations.resume(id, db))
  const operation = resumed ?? (await begin(container, input, opening))
  const outcome = await executeOperation(container, operation)
  if (typeof outcome === "object") throw refusedByBank(outcome.refused, payment_id)
  const refund = (await refundsOf(container, [payment_id])).find((one) => one.id === id)
  if (refund?.status === "failed") throw problem("invalid_state", { payment_id }, FAILED)
  return { payment: await bank.payments.retrieve(payment_id), is_pending: refund?.status !== "completed" }
}

const FAILED = "The bank could not execute the refund."

async function begin(
  container: MedusaContainer,
  { id, payment_id, amount: requested, reason = null, reason_code = null }: OrderRefundInput,
  opening: Opening
): Promise<Operation> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const amount = await checkRefund(await bank.payments.retrieve(payment_id), requested, container)
  const refund = { id, payment_id, kind: "refund", amount, reason, reason_code } as const
  const begun = await opening((db) => bank.operations.begin(refund, db))
  if (begun) return begun
  throw refusedByBank("earlier_call_open", payment_id)
}
