import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { endCanceledPayment } from "../workflows/payment/end-canceled"
import { UNRESOLVED_AFTER_SECONDS, askFor, clearUp } from "../workflows/payment/reconcile-payment"
import { attemptFor } from "../workflows/payment/settle-payment"

/**
 * Asks the bank for every payment whose turn it is, so that a lost notification heals, and clears up every call
 * whose outcome was never learned: by asking, never by a second key. Safe on any number of instances.
 */
export default async function reconcilePayments(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  for (const payment of await bank.payments.takeDue(100))
    await attemptFor(container, payment.id, () => askFor(bank, payment))
  for (const operation of await bank.operations.unresolved(UNRESOLVED_AFTER_SECONDS, 100))
    await attemptFor(container, operation.payment_id, () => clearUp(container, bank, operation))
  await bank.rounds.next("canceled_orders", (ids) => bank.payments.noteCancellations(ids))
  for (const payment of await bank.payments.ofCanceledOrders(100))
    await attemptFor(container, payment.id, () => endCanceledPayment(payment, container))
}

export const config = { name: "gw-reconcile-payments", schedule: "*/10 * * * * *" }
