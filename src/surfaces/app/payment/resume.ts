import { problem } from "../../../domain/errors"
import { isOpen } from "../../../domain/settlement"
import { BankError } from "../../../drivers/driver"
import { BANK_MODULE } from "../../../modules/bank"
import type { Payment } from "../../../modules/bank/models/payment"
import type BankService from "../../../modules/bank/service"
import type { CustomerOrder } from "../../../queries/customer-orders"
import { paymentsOfOrder } from "../../../queries/customer-payments"
import { amountDue } from "../../../queries/order-dues"
import { endInterruptedPayment } from "../../../workflows/payment/end-interrupted"
import { reconcilePayment } from "../../../workflows/payment/reconcile-payment"
import type { Call } from "../../call"
import { askTheBank } from "../../shopper-return"
import { refuseEnded } from "./refuse-ended"

/**
 * The payment of an order that is under way, as the bank tells it now. One whose making a crash has cut short is ended
 * first: nobody was told of it. Ask only while holding the order: one that is being made looks just like that. Undefined when there never was one, or only such as
 * have left the order as it was. Throws `invalid_state` when the order is paid, or its payment has ended it, and
 * `bank_unavailable` while nobody knows whether there is a page for the shopper.
 */
export async function resume(order: CustomerOrder, call: Call): Promise<Payment | undefined> {
  const payments = await paymentsOfOrder(call.container, order.id)
  const open = payments.find(({ status }) => isOpen(status))
  const now = open && (await asTheBankTells(open, call))
  if (now && isOpen(now.status)) {
    await refuseOutdated(order, now, call)
    return now
  }
  refuseEnded(order, now ? [now, ...payments.filter(({ id }) => id !== now.id)] : payments)
  return undefined
}

/** Nobody is sent to the bank for what an order does not owe any more. */
async function refuseOutdated(order: CustomerOrder, payment: Payment, call: Call): Promise<void> {
  if (order.is_canceled) throw problem("invalid_state", {}, "The order is canceled.")
  const owes = payment.origin === "standing" ? await amountDue(call.container, order.id) : payment.amount
  if (owes !== payment.amount) throw problem("invalid_state", {}, OUTDATED)
}

const OUTDATED = "The order owes something else since its payment was begun. Ask again when that has ended."

/** The call that opens a payment may have been lost: it is made again, with its own key. */
function asTheBankTells(payment: Payment, call: Call): Promise<Payment> {
  if (!payment.provisioned_at) return unlessSilent(() => ended(payment, call))
  if (payment.status !== "created" && payment.status !== "unknown") return askTheBank(call, payment)
  return unlessSilent(async () => (await reconcilePayment(call.container, payment)).payment)
}

async function ended(payment: Payment, { container }: Call): Promise<Payment> {
  await endInterruptedPayment(container, payment)
  return container.resolve<BankService>(BANK_MODULE).payments.retrieve(payment.id)
}

async function unlessSilent(ask: () => Promise<Payment>): Promise<Payment> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    throw problem(
      "bank_unavailable",
      {},
      "The bank does not answer at the moment. Ask again in some minutes."
    )
  }
}
