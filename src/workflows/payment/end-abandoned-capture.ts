import type { MedusaContainer, PaymentDTO } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { UnresolvedOperation } from "../../modules/bank/operations"
import type BankService from "../../modules/bank/service"
import { recordMovements } from "../settlement/record-movements"
import { capture, markedIn, recordCapture, recordOf } from "./capture-at-provider"
import { captureStatus } from "./capture-status"
import { GIVEN_UP_AFTER_SECONDS } from "./reconcile-payment"

/**
 * Ends a capture at another provider whose outcome is unknown, or whose process died; the caller has taken it over. The
 * provider's status says whether it was made: then Medusa records it. If the payment is still authorized, it is captured
 * again, which no provider does twice, until two minutes after the request; then the capture ends as not executed. If the
 * provider was never called, or the payment was voided in Medusa or at the provider, the capture ends as refused. Throws
 * ProviderError while the provider does not report the status; after an hour, the payment needs review.
 */
export async function endAbandonedCapture(
  container: MedusaContainer,
  operation: UnresolvedOperation
): Promise<void> {
  const { operations, payments } = container.resolve<BankService>(BANK_MODULE)
  const { id, payment_id } = operation
  if (await operations.claimCall(id)) return operations.settle(id, "refused", "not_executed")
  // A paused process may have claimed the call since the caller has read the operation.
  const { provider_payment_id } = (await operations.started(id)) ?? {}
  if (!provider_payment_id) return operations.settle(id, "refused", "not_executed")
  const release = operations.renew(operation)
  try {
    await resolve(container, operation, await payments.retrieve(payment_id), provider_payment_id)
  } finally {
    release()
  }
}

async function resolve(
  container: MedusaContainer,
  operation: UnresolvedOperation,
  payment: Payment,
  provider_payment_id: string
): Promise<void> {
  const { operations, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const { id, amount, age } = operation
  const capturing = { operation, payment, provider_payment_id }
  const record = await recordOf(container, provider_payment_id)
  if (record.captured_at) return void (await recordCapture(container, capturing, record))
  const status = record.canceled_at ? "canceled" : await captureStatus(container, operation, payment, record)
  if (!status) return
  await deleteUnmade(container, payment, record, id)
  const { held, refused = "invalid_state" } = await providerPayments.capturable(payment, Number(amount))
  if (held?.id !== provider_payment_id || status === "canceled")
    return operations.settle(id, "refused", refused)
  if (status === "captured" || age < GIVEN_UP_AFTER_SECONDS)
    return void (await capture(container, { ...capturing, is_captured: status === "captured" }))
  await operations.giveUp(id, GIVEN_UP_AFTER_SECONDS)
}

/** Deletes the record that a killed store leaves: with it, Medusa would refuse to record or repeat the capture. */
async function deleteUnmade(
  container: MedusaContainer,
  payment: Payment,
  record: PaymentDTO,
  operation_id: string
): Promise<void> {
  const marked = markedIn(record, operation_id)
  if (!marked) return
  await container.resolve(Modules.PAYMENT).deleteCaptures([marked])
  await recordMovements("capture", payment, await recordOf(container, record.id), [], container)
}
