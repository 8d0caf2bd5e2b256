import { Modules } from "@medusajs/framework/utils"
import { problem } from "../domain/errors"
import { isStripePage } from "../domain/payment-pages"
import { PAYMENT_PROVIDER_ID } from "../domain/payment-route"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { completeSession } from "../workflows/checkout/complete-session"
import type { PaymentRoute } from "./payment-route"

/**
 * The plugin places the agent's order unpaid. The customer pays on a page of the store, through another provider, or with a
 * card that they have saved there.
 */
export const page: PaymentRoute = {
  chargesCredential: (container, configured) =>
    isStripePage(configured, container.resolve<BankService>(BANK_MODULE).options.payment_routes),
  chargesCard: ({ provider_id }, { provider }) => provider_id === provider,
  savesCard: () => false,
  async begin(container, session, paying, configured) {
    const [provider] = await container
      .resolve(Modules.PAYMENT)
      .listPaymentProviders({ id: PAYMENT_PROVIDER_ID, is_enabled: true })
    if (!provider) throw problem("no_payment_route", {}, NO_PROVIDER)
    return completeSession(container, session, paying, { ...configured, route: "page" })
  },
}

const NO_PROVIDER = `Checkouts cannot be paid on the store's page: the store must register ${PAYMENT_PROVIDER_ID} in Medusa's payment module.`
