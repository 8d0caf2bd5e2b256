import type { ConfiguredRoute } from "./payment-route"

/** The name of the account that the option `bank` configures. */
export const DEFAULT_ACCOUNT = "default"

/** What selects the account of a payment. The currency is uppercase ISO 4217. */
export interface PaidIn {
  readonly currency: string
  /** Absent if the region of the payment is not known. */
  readonly region_id?: string | null | undefined
}

/**
 * The account at which a new payment is made: that of the first route `bank` for its region and currency, otherwise that of
 * the first such route that names its currency, otherwise the default account. A stored payment keeps its account, so this is
 * never evaluated again for it.
 */
export function accountAt(routes: readonly ConfiguredRoute[], paid: PaidIn): string {
  const ofBank = routes.filter(({ route }) => route === "bank")
  const route = ofBank.find((one) => appliesTo(one, paid)) ?? ofBank.find((one) => names(one, paid))
  return route?.bank ?? DEFAULT_ACCOUNT
}

/** Whether a route is for a currency and region. A route that names regions is for no payment whose region is not known. */
export function appliesTo(
  { currencies, regions }: ConfiguredRoute,
  { currency, region_id }: PaidIn
): boolean {
  const isInRegion = !regions || (typeof region_id === "string" && regions.includes(region_id))
  return isInRegion && (!currencies || currencies.includes(currency))
}

/**
 * The first configured route for a payment, of any name. Undefined if none is for its currency and region. Whether the region
 * offers the route's provider is not known here.
 */
export const firstRouteFor = (
  routes: readonly ConfiguredRoute[],
  paid: PaidIn
): ConfiguredRoute | undefined => routes.find((route) => appliesTo(route, paid))

const names = ({ currencies = [] }: ConfiguredRoute, { currency }: PaidIn) => currencies.includes(currency)
