import type { MedusaContainer } from "@medusajs/framework/types"
import { isOpen } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { orderPlacedFor } from "../../queries/order/orders"
import { settlePayment } from "../settlement/settle-payment"
import { queryPayment } from "./query-or-review"

/**
 * Ends a payment whose creation was interrupted, so that no client has its link. Voids it when the bank knows it,
 * cancels its order and fails the waiting task. Safe to repeat.
 */
export async function endInterruptedPayment(container: MedusaContainer, payment: Payment): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { id, order_id, origin, cart_id } = payment
  // Its creation is only slow: a process that is paused or killed loses the lock.
  if (cart_id && (await bank.cartLocks.isHeld(cart_id))) return
  const order = order_id || origin === "cart" ? undefined : await orderPlacedFor(container, payment)
  if (order) await bank.payments.attachOrder(id, order)
  // Its sessions are closed when its order is canceled. No customer has paid it, because its link was never stored.
  if (payment.route === "page") await bank.unopenedPayments.endInterrupted(id)
  else if (!(await bank.unopenedPayments.endInterrupted(id, { isQueried: false })))
    await endByQuery(container, bank, payment)
  await settlePayment(container, id)
}

async function endByQuery(container: MedusaContainer, bank: BankService, payment: Payment): Promise<void> {
  const reported = await queryPayment(container, payment, () => bank.paymentCalls.refresh(payment))
  if (reported) await voidAtBank(bank, payment.id)
  else await bank.unopenedPayments.endInterrupted(payment.id)
}

async function voidAtBank(bank: BankService, payment_id: string): Promise<void> {
  const { status } = await bank.payments.retrieve(payment_id)
  if (isOpen(status) || status === "authorized")
    await bank.operationCalls.operate({ payment_id, kind: "void", amount: null })
  await bank.payments.provision(payment_id)
}
