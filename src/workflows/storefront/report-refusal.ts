import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { endedUnpaid, type Fact } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { collectionOf, providerSessions, unrecorded } from "../../queries/payment/provider-sessions"
import { providerStatus } from "../../queries/payment/provider-status"
import { withPaymentsLease } from "../order/lease-payments"
import { deleteSessions } from "../page/close-sessions"
import { noteReview } from "../settlement/note-on-order"
import type { PaymentRecords } from "./payment-records"

/**
 * Ends a refused payment also at its provider, so that the customer cannot pay after the merchant has decided, and lets
 * staff mark the order as paid in Medusa. Does nothing if the customer has begun to pay again: a job follows that payment.
 */
export async function reportRefusal(
  payment: Payment,
  container: MedusaContainer,
  key: string
): Promise<Fact> {
  if (!endedUnpaid(payment.status)) return {}
  const order_id = String(payment.order_id)
  if (!(await withPaymentsLease(order_id, container, () => closeRefused(order_id, container)))) return {}
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  await payments.noteForReview(payment.id, { reason: REFUSED_LATE, source: key })
  return noteReview(payment, container)
}

/** Returns false if a session is paid or being paid: a deleted session would never be queried again. */
async function closeRefused(order_id: string, container: MedusaContainer): Promise<boolean> {
  for (const session of unrecorded(container, await providerSessions(container, order_id)))
    if (PAYING.includes(await providerStatus(container, session))) return false
  if (!(await deleteSessions(container, order_id))) return false
  const records = container.resolve<unknown>(Modules.PAYMENT) as PaymentRecords
  await records.updatePaymentCollections(await collectionOf(container, order_id), { status: "not_paid" })
  return true
}

const PAYING: readonly string[] = ["authorized", "captured", "pending_authorization"]

const REFUSED_LATE =
  "The provider has refused the payment of a placed order. Cancel the order, or mark it as paid in Medusa when you have received the money in another way."
