import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../domain/errors"
import { type ConfiguredRoute, ROUTE_NAMES, type RouteName, routeAt } from "../domain/payment-route"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { paymentPlaceOf } from "../queries/checkout/payment-place"
import { bank } from "./bank"
import { page } from "./page"
import type { PaymentRoute } from "./payment-route"
import { storefront } from "./storefront"

/**
 * The payment routes of checkouts by their names in the options. A new one is a file, a name in `ROUTE_NAMES`, and a line
 * here.
 */
export const PAYMENT_ROUTES: Readonly<Record<RouteName, PaymentRoute>> = { bank, page, storefront }

/** The configured route for the payment of a cart. Throws `no_payment_route` if none applies. */
export async function routeOfCart(container: MedusaContainer, cart_id: string): Promise<ConfiguredRoute> {
  const { payment_routes } = container.resolve<BankService>(BANK_MODULE).options
  const place = await paymentPlaceOf(container, cart_id)
  const route = place && routeAt(payment_routes, place, ROUTE_NAMES)
  if (route) return route
  throw problem("no_payment_route")
}
