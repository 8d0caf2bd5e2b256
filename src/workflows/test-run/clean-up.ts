import type { MedusaContainer } from "@medusajs/framework/types"
import { isOpen } from "../../domain/settlement"
import { TEST_CLIENTS } from "../../domain/test-client"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import { type Payment, remainderOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type WebhookService from "../../modules/webhook/service"
import { returnMoney } from "../order/return-money"
import { refusedByBank } from "../payment/bank-refusals"
import { cancelInMedusa } from "../payment/cancel-pending"
import { settlePayment } from "../settlement/settle-payment"

/** A test run creates one payment. The run that created an older payment has cleaned it up. */
const MAX_PAYMENTS = 10

/**
 * Removes what a test run has left: ends its access, deletes its webhooks, voids or refunds its payments and cancels
 * its orders. Safe to repeat. The payments come last, because it throws when the bank refuses or its answer is unknown.
 */
export async function cleanUpTest(container: MedusaContainer, by: string): Promise<void> {
  await container.resolve<OAuthService>(OAUTH_MODULE).testClients.close("the test run has ended", by)
  const { subscriptions } = container.resolve<WebhookService>(WEBHOOK_MODULE)
  for (const { id, client_id } of await subscriptions.list(TEST_CLIENTS.ucp))
    await subscriptions.delete(id, client_id)
  const { overview } = container.resolve<BankService>(BANK_MODULE)
  const { payments } = await overview.list({ client_id: TEST_CLIENTS.a2a, limit: MAX_PAYMENTS })
  const failures: Error[] = []
  for (const payment of payments)
    await endTestPayment(container, payment).catch((error: Error) => void failures.push(error))
  if (failures[0]) throw failures[0]
}

/**
 * Voids or refunds the payment of a test run, and cancels its order. Throws `earlier_call_open` while the outcome at the
 * bank is not known; the order is then not canceled.
 */
export async function endTestPayment(container: MedusaContainer, found: Payment): Promise<void> {
  const payment = isOpen(found.status) ? await endOpen(container, found) : found
  const { id: payment_id, order_id } = payment
  if (remainderOf(payment).to_refund > 0 || payment.status === "authorized") {
    const returning = { id: `op_${payment_id}`, payment_id, reason: "test run of the store" }
    if (!(await returnMoney(container, returning))) throw refusedByBank("earlier_call_open", payment_id)
  }
  if (order_id) await cancelInMedusa({ ...payment, order_id }, container)
}

/** Voids an open payment. When the bank refuses because it was authorized meanwhile, returns it as it is now. */
async function endOpen(container: MedusaContainer, payment: Payment): Promise<Payment> {
  const { id: payment_id } = payment
  const bank = container.resolve<BankService>(BANK_MODULE)
  try {
    await bank.operationCalls.operate({ payment_id, kind: "void", amount: null })
  } catch (error) {
    if (!(error instanceof BankError) || error.outcome === "unknown") throw error
    await bank.paymentCalls.refresh(payment)
  }
  await settlePayment(container, payment_id)
  return bank.payments.retrieve(payment_id)
}
