import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type { Payment } from "../modules/bank/models/payment"
import type BankService from "../modules/bank/service"
import { accountsOut } from "../workflows/payment/bank-outage"
import { endCanceledPayment } from "../workflows/settlement/end-canceled"
import { queryPayment, reviewStillOpen } from "../workflows/payment/query-or-review"
import {
  NOT_OPENED_AFTER_SECONDS,
  UNRESOLVED_AFTER_SECONDS,
  refreshFromBank,
  resolveOperation,
} from "../workflows/payment/reconcile-payment"
import { attemptEach, attemptFor } from "../workflows/settlement/settle-payment"

/**
 * Queries the bank about all payments whose check is due, which recovers lost notifications, and resolves all
 * operations with an unknown outcome by querying the bank or repeating the call with the same key. Declines, without a
 * query, payments that the bank has certainly not opened in time. Also voids or refunds the payments of canceled orders.
 * What the bank does not report after an hour, a payment that is still open after a day, and a void that the bank refuses
 * for the eighth time need review. Safe on any number of instances.
 */
export default async function reconcilePayments(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  // First and without a query: a bank that rejects every call of the store answers none either.
  const notOpened = await bank.unopenedPayments.notOpened(NOT_OPENED_AFTER_SECONDS, 100)
  for (const id of notOpened) await attemptFor(container, id, () => bank.unopenedPayments.endNotOpened(id))
  const out = await accountsOut(container)
  const idOf = ({ id }: Payment) => id
  await attemptEach(container, await bank.payments.takeDue("bank", 100, out), idOf, async (payment) => {
    await queryPayment(container, payment, () => refreshFromBank(bank, payment))
    await reviewStillOpen(container, payment.id)
  })
  await attemptEach(
    container,
    await bank.operations.unresolved(["bank"], UNRESOLVED_AFTER_SECONDS, 100, { out }),
    ({ payment_id }) => payment_id,
    (operation) => resolveOperation(container, bank, operation)
  )
  await bank.scanCursors.next("canceled_orders", (ids) => bank.canceledOrderPayments.noteMissed(ids))
  // An account that the options lack refuses at once, and then the payment needs review.
  const silent = out.filter((account) => bank.accounts.has(account))
  await attemptEach(container, await bank.canceledOrderPayments.withFunds(100, silent), idOf, (payment) =>
    endCanceledPayment(payment, container)
  )
}

export const config = { name: "gw-reconcile-payments", schedule: "*/10 * * * * *" }
