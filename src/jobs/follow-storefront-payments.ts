import type { MedusaContainer } from "@medusajs/framework/types"
import { PROVIDER_ROUTES } from "../domain/payment-route"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { endAbandonedCapture } from "../workflows/payment/end-abandoned-capture"
import { endAbandonedRefund } from "../workflows/payment/refund-at-provider"
import { UNRESOLVED_AFTER_SECONDS } from "../workflows/payment/reconcile-payment"
import { attemptEach } from "../workflows/settlement/settle-payment"
import { followPayments } from "../workflows/storefront/follow-payment"

/**
 * Follows what Medusa has recorded for orders that were paid through other providers than the bank, for movements without
 * an event, and ends captures and refunds whose process died. Closes other payment sessions of agents' orders that are paid at the bank,
 * and has those of other orders checked. Safe on any number of instances.
 */
export default async function followStorefrontPayments(container: MedusaContainer): Promise<void> {
  const { operations } = container.resolve<BankService>(BANK_MODULE)
  await attemptEach(
    container,
    await operations.unresolved(PROVIDER_ROUTES, UNRESOLVED_AFTER_SECONDS, 100),
    ({ payment_id }) => payment_id,
    async ({ id }) => {
      // Another server's job has the same list.
      const operation = await operations.takeOver(id, UNRESOLVED_AFTER_SECONDS)
      if (operation?.kind === "capture") await endAbandonedCapture(container, operation)
      else if (operation) await endAbandonedRefund(container, operation)
    }
  )
  await followPayments(container)
}

export const config = { name: "gw-follow-storefront-payments", schedule: "*/30 * * * * *" }
