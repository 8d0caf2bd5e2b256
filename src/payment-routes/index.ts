import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../domain/errors"
import { CHECKOUT_ROUTES, type CheckoutRoute, type ConfiguredRoute, routeAt } from "../domain/payment-route"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { paymentPlaceOf } from "../queries/checkout/payment-place"
import { bank } from "./bank"
import type { PaymentRoute } from "./payment-route"
import { storefront } from "./storefront"

/**
 * The payment routes of checkouts by their names in the options. A new one is a file, a name in `CHECKOUT_ROUTES`, and a
 * line here.
 */
export const PAYMENT_ROUTES: Readonly<Record<CheckoutRoute, PaymentRoute>> = { bank, storefront }

/** The configured route that takes the payment of a cart. Throws `no_payment_route` if there is none. */
export async function routeOfCart(
  container: MedusaContainer,
  cart_id: string
): Promise<ConfiguredRoute<CheckoutRoute>> {
  const { payment_routes } = container.resolve<BankService>(BANK_MODULE).options
  const place = await paymentPlaceOf(container, cart_id)
  const route = place && routeAt(payment_routes, place, CHECKOUT_ROUTES)
  if (route) return route
  throw problem("no_payment_route")
}
