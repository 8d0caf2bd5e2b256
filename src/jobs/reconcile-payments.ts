import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BANK_MODULE } from "../modules/bank"
import type { Payment } from "../modules/bank/models/payment"
import type BankService from "../modules/bank/service"
import { settlePayment } from "../workflows/payment/settle-payment"

/**
 * Resolves payments whose opening call was never answered: the bank is asked, and only when it does not know the
 * payment is the same call made again, with the same key.
 */
export default async function reconcilePayments(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  for (const payment of await bank.unresolved(15, 100)) {
    await resolve(bank, payment).catch((error: Error) => {
      const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
      logger.warn(`payment ${payment.id} stays unresolved: ${error.message}`)
    })
    await settlePayment(container, payment.id)
  }
}

async function resolve(bank: BankService, payment: Payment): Promise<void> {
  if ((await bank.refresh(payment)) === null) await bank.open(payment.id)
}

export const config = { name: "gw-reconcile-payments", schedule: "*/15 * * * * *" }
