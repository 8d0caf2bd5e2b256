import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { attemptFor } from "../workflows/settlement/settle-payment"
import { checkPagePayment } from "../workflows/page/check-page-payment"

/**
 * Queries the providers about all payments on the store's page whose check is due, which recovers lost webhooks, and ends
 * payments that no customer has made in time. Safe on any number of instances.
 */
export default async function checkPagePayments(container: MedusaContainer): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  for (const payment of await payments.takeDue("page", 100))
    await attemptFor(container, payment.id, () => checkPagePayment(container, payment))
}

export const config = { name: "gw-check-page-payments", schedule: "*/10 * * * * *" }
