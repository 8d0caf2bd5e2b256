import { problem } from "../../../domain/errors"
import { isOpen } from "../../../domain/settlement"
import { BankError } from "../../../drivers/driver"
import { BANK_MODULE } from "../../../modules/bank"
import type { Payment } from "../../../modules/bank/models/payment"
import type BankService from "../../../modules/bank/service"
import type { CustomerOrder } from "../../../queries/customer/customer-orders"
import { paymentsOfOrder } from "../../../queries/customer/customer-payments"
import { amountDue } from "../../../queries/order/outstanding-amounts"
import { endInterruptedPayment } from "../../../workflows/payment/end-interrupted"
import { reconcilePayment } from "../../../workflows/payment/reconcile-payment"
import type { Call } from "../../../gateway/call"
import { refreshPaymentOnReturn } from "../../../workflows/payment/refresh-on-return"
import { refuseEnded } from "./refuse-ended"

/**
 * Returns the payment in progress of an order, refreshed from the bank; undefined when there is none and a new one may
 * be started. A payment whose creation a crash interrupted is ended first, because no client received its link. Call
 * under the lock of the order: a payment that is being created looks the same. Throws `invalid_state` when the
 * order is paid, or its payment has ended it, and `bank_unavailable` while it is unknown whether the bank has a page
 * for the customer.
 */
export async function resume(order: CustomerOrder, call: Call): Promise<Payment | undefined> {
  const payments = await paymentsOfOrder(call.container, order.id)
  // At another provider than the bank, only a job queries it.
  const open = payments.find(({ status, route }) => isOpen(status) && route !== "storefront")
  const now = open && (await refreshed(open, call))
  if (now && isOpen(now.status)) {
    await refuseOutdated(order, now, call)
    return now
  }
  refuseEnded(order, now ? [now, ...payments.filter(({ id }) => id !== now.id)] : payments)
  return undefined
}

/** Throws when the payment no longer matches the order: the customer must not pay an outdated amount. */
async function refuseOutdated(order: CustomerOrder, payment: Payment, call: Call): Promise<void> {
  if (order.is_canceled) throw problem("invalid_state", {}, "The order is canceled.")
  const due = payment.origin === "existing_order" ? await amountDue(call.container, order.id) : payment.amount
  if (due !== payment.amount) throw problem("invalid_state", {}, OUTDATED)
}

const OUTDATED =
  "The outstanding amount of the order has changed since its payment was started. Try again after that payment has ended."

/** Refreshes a payment from the bank. An opening call that may be lost is repeated with its own idempotency key. */
function refreshed(payment: Payment, call: Call): Promise<Payment> {
  if (!payment.provisioned_at) return orBankUnavailable(() => ended(payment, call))
  if (payment.status !== "created" && payment.status !== "unknown")
    return refreshPaymentOnReturn(call.container, payment)
  return orBankUnavailable(async () => (await reconcilePayment(call.container, payment)).payment)
}

async function ended(payment: Payment, { container }: Call): Promise<Payment> {
  await endInterruptedPayment(container, payment)
  return container.resolve<BankService>(BANK_MODULE).payments.retrieve(payment.id)
}

async function orBankUnavailable(callBank: () => Promise<Payment>): Promise<Payment> {
  try {
    return await callBank()
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    throw problem("bank_unavailable", {}, "The bank is not responding. Try again in a few minutes.")
  }
}
