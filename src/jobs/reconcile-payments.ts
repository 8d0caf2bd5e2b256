import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BANK_MODULE } from "../modules/bank"
import type { Operation } from "../modules/bank/models/operation"
import type { Payment } from "../modules/bank/models/payment"
import type BankService from "../modules/bank/service"
import { settlePayment } from "../workflows/payment/settle-payment"

/** A call the bank does not know of after this long was not executed: no attempt of ours is under way any more. */
const GIVEN_UP_AFTER_SECONDS = 120

/**
 * Asks the bank for every payment whose turn it is, so that a lost notification heals, and clears up every call
 * whose outcome was never learned: by asking, never by a second key. Safe on any number of instances.
 */
export default async function reconcilePayments(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  for (const payment of await bank.payments.takeDue(100))
    await attempt(container, payment.id, () => askFor(bank, payment))
  for (const operation of await bank.operations.unresolved(15, 100))
    await attempt(container, operation.payment_id, () => clearUp(container, bank, operation))
  for (const { id } of await bank.payments.ofCanceledOrders(100))
    await attempt(container, id, () => bank.operate({ payment_id: id, kind: "void", amount: null }))
}

/** One payment's trouble is its own; what it has taught us is settled at once. */
async function attempt(
  container: MedusaContainer,
  payment_id: string,
  act: () => Promise<unknown>
): Promise<void> {
  try {
    await act()
    await settlePayment(container, payment_id)
  } catch (error) {
    const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    logger.warn(`payment ${payment_id} is not reconciled: ${(error as Error).message}`)
  }
}

/** Only when the bank does not know the payment is the opening call made again, with the same key. */
async function askFor(bank: BankService, payment: Payment): Promise<void> {
  const verdict = await bank.refresh(payment)
  const { status } = payment
  if (verdict === null && (status === "created" || status === "unknown")) await bank.open(payment.id)
}

/**
 * The bank's word about our reference decides. What it has executed is in Medusa's books before the operation counts
 * as done, so that nobody who sees no refund there can begin another one.
 */
async function clearUp(container: MedusaContainer, bank: BankService, operation: Operation): Promise<void> {
  const { id, payment_id, created_at } = operation
  await bank.operations.adopt(id)
  if (await bank.wasExecuted(operation)) {
    await bank.effects.hasten(payment_id)
    await settlePayment(container, payment_id)
    return bank.operations.settle(id, "done")
  }
  const age = (Date.now() - created_at.getTime()) / 1000
  if (age > GIVEN_UP_AFTER_SECONDS) await bank.operations.settle(id, "refused", "not_executed")
}

export const config = { name: "gw-reconcile-payments", schedule: "*/10 * * * * *" }
