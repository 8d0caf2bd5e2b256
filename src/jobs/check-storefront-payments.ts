import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { attemptFor } from "../workflows/settlement/settle-payment"
import { checkDeferredPayment } from "../workflows/storefront/check-deferred-payment"
import { checkStorefrontPayments as checkCarts } from "../workflows/storefront/check-payments"

/**
 * Places the orders of customers who have paid for an agent's checkout without an order, or refunds them. Queries the
 * providers about payments of placed orders that they confirm later, which recovers lost webhooks. Safe on any number of
 * instances.
 */
export default async function checkStorefrontPayments(container: MedusaContainer): Promise<void> {
  await checkCarts(container)
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  for (const payment of await payments.takeDue("storefront", 100))
    await attemptFor(container, payment.id, () => checkDeferredPayment(container, payment))
}

export const config = { name: "gw-check-storefront-payments", schedule: "*/30 * * * * *" }
