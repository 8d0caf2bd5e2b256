import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  refundPaymentStepId,
  refundPaymentWorkflow,
  validateRefundPaymentExceedsCapturedAmountStep,
} from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../domain/money"
import type { ProviderPayment } from "../../domain/provider-payment"
import { reached } from "../../lib/failpoints"
import { BANK_MODULE } from "../../modules/bank"
import { type Operation, type Outcome, reviewSourceOf } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import { operationMark } from "../../modules/bank/provider-payment-records"
import type BankService from "../../modules/bank/service"
import { withRefundsLease } from "../order/lease-payments"
import { withOrderLocks } from "../order/with-order-locks"
import { settleAndWait } from "../settlement/settle-payment"
import { callProvider } from "../storefront/refund-without-order"
import { awaitReview } from "./await-review"

/**
 * Refunds through the payment's own provider, with Medusa's workflow, at most once per operation. Medusa gives each
 * call a new idempotency key, so a call whose outcome is unknown is never repeated: the payment then needs the
 * merchant's review (`resolveReview`), because only the merchant can find out what the provider did.
 */
export async function refundAtProvider(container: MedusaContainer, operation: Operation): Promise<Outcome> {
  const { operations, payments } = container.resolve<BankService>(BANK_MODULE)
  const payment = await payments.retrieve(operation.payment_id)
  if (operation.status === "done") {
    await settleAndWait(container, payment.id)
    return "known"
  }
  const release = operations.renew(operation)
  try {
    // The call is claimed under the lease: a refund that times out waiting for the lease has not called the provider.
    const result = await withRefundsLease(String(payment.order_id), container, () =>
      claimAndRefund(container, operation, payment)
    )
    return result === CLAIMED ? "unknown" : await end(container, operation, payment, result)
  } finally {
    release()
  }
}

/** An earlier attempt may have called the provider. */
const CLAIMED = "claimed"

/**
 * Why a refund failed. `refused`: the code of a refusal; the provider was not called. `unknown`: the error; the provider may
 * have executed the call. Null if the provider has executed the call.
 */
type Failure = { readonly refused: string } | { readonly unknown: string } | null

/** Claims the call and stores which payment of the order is refunded, before it calls the provider. */
async function claimAndRefund(
  container: MedusaContainer,
  operation: Operation,
  payment: Payment
): Promise<Failure | typeof CLAIMED> {
  const { operations, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const { id, payment_id } = operation
  const { held, refused } = await providerPayments.refundable(payment, Number(operation.amount))
  if (!(await operations.claimCall(id, held?.id))) return CLAIMED
  await reached("operation_begun", id, payment_id)
  return held ? refund(container, operation, payment, held) : { refused }
}

async function refund(
  container: MedusaContainer,
  { id, amount, reason }: Operation,
  { currency }: Payment,
  { id: payment_id }: ProviderPayment
): Promise<Failure> {
  const { providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const input = {
    payment_id,
    amount: toDecimal(Number(amount), currency),
    created_by: operationMark(id),
    ...(reason && { note: reason }),
  }
  const { errors } = await refundPaymentWorkflow(withOrderLocks(container)).run({
    input,
    throwOnError: false,
  })
  return failureIn(errors, () => providerPayments.isRecorded(id))
}

/**
 * Medusa's workflow checks the refund, calls the provider, and books the refund. If the call fails, Medusa deletes the
 * refund's record, even if only the provider's answer was lost. A record that remains after a later failure belongs to a
 * refund that the provider made.
 */
async function failureIn(
  errors: readonly { readonly action: string; readonly error: Error }[],
  isRecorded: () => Promise<boolean>
): Promise<Failure> {
  const [failed] = errors
  if (!failed) return null
  const { action, error } = failed
  if (action === CHECK) return { refused: "refund_exceeds_captured" }
  const isBooking = action !== refundPaymentStepId && (await isRecorded())
  return isBooking ? null : { unknown: error.message }
}

/** The step that compares the amount with the captured amount, before the provider is called. */
const CHECK = validateRefundPaymentExceedsCapturedAmountStep.__step__

async function end(
  container: MedusaContainer,
  operation: Operation,
  payment: Payment,
  failure: Failure
): Promise<Outcome> {
  const { operations, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const { id, payment_id } = operation
  if (failure && "refused" in failure) {
    await operations.settle(id, "refused", failure.refused)
    return failure
  }
  if (failure) {
    await awaitReview(container, operation, payment, failure.unknown)
    return "unknown"
  }
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await knex.transaction((trx) => providerPayments.executed(operation, trx))
  await reached("operation_executed", id, payment_id)
  await settleAndWait(container, payment_id)
  return "known"
}

/**
 * Ends a refund whose process died; the caller has taken it over. If the provider was not called, the refund ends as
 * refused and no process can call the provider for it any more; but the refund of a payment without an order is made now,
 * because no agent would request it again. If Medusa has booked the refund, it is done. Otherwise it waits for the
 * merchant's review, which is opened once for each attempt.
 */
export async function endAbandonedRefund(container: MedusaContainer, operation: Operation): Promise<void> {
  const { operations, payments, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const { id, payment_id } = operation
  const payment = await payments.retrieve(payment_id)
  if (await operations.claimCall(id))
    return payment.order_id
      ? operations.settle(id, "refused", "not_executed")
      : callProvider(container, operation, payment)
  if (await providerPayments.isBooked(payment, id)) await end(container, operation, payment, null)
  else if (!(await payments.isReviewed(payment_id, reviewSourceOf(operation))))
    await awaitReview(container, operation, payment, "the store was interrupted during the call")
}
