import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { DEFAULT_ACCOUNT } from "../domain/bank-account"
import { problem } from "../domain/errors"
import { isStripePage } from "../domain/payment-pages"
import {
  type ConfiguredRoute,
  PAYMENT_PROVIDER_ID,
  ROUTE_NAMES,
  type RouteName,
  routeAt,
} from "../domain/payment-route"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { paymentPlaceOf } from "../queries/checkout/payment-place"
import { completeSession } from "../workflows/checkout/complete-session"
import { savesCardsAt } from "../workflows/checkout/saved-cards"
import { beginHandOff } from "../workflows/storefront/begin-hand-off"
import type { PaymentRoute } from "./payment-route"

const optionsOf = (container: MedusaContainer) => container.resolve<BankService>(BANK_MODULE).options

/** The agent's order is placed unpaid, and the customer pays on the page of the store's bank, or with a saved card. */
const bank: PaymentRoute = {
  chargesCredential: () => false,
  chargesCard: ({ provider_id }) => !provider_id,
  savesCard: (container, { bank: account = DEFAULT_ACCOUNT }) => savesCardsAt(account, { container }),
  begin: (container, session, paying, configured) =>
    completeSession(container, session, paying, { ...configured, route: "bank" }),
}

/**
 * The plugin places the agent's order unpaid. The customer pays on a page of the store, through another provider, or with a
 * card that they have saved there.
 */
const page: PaymentRoute = {
  chargesCredential: (container, configured) => isStripePage(configured, optionsOf(container).payment_routes),
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

/** The cart is handed to the customer, who pays and places the order in the storefront, with any provider. */
const storefront: PaymentRoute = {
  chargesCredential: () => false,
  chargesCard: () => false,
  savesCard: () => false,
  async begin(container, session, _, { provider }) {
    await beginHandOff(container, session, provider)
    return true
  },
}

/** The payment routes of checkouts by their names in the options. A new one is also a name in `ROUTE_NAMES`. */
export const PAYMENT_ROUTES: Readonly<Record<RouteName, PaymentRoute>> = { bank, page, storefront }

/** The configured route for the payment of a cart. Throws `no_payment_route` if none applies. */
export async function routeOfCart(container: MedusaContainer, cart_id: string): Promise<ConfiguredRoute> {
  const place = await paymentPlaceOf(container, cart_id)
  const route = place && routeAt(optionsOf(container).payment_routes, place, ROUTE_NAMES)
  if (route) return route
  throw problem("no_payment_route")
}
