/** The ways in which agents' purchases are paid. */
export const ROUTE_NAMES = ["bank", "page", "storefront"] as const
export type RouteName = (typeof ROUTE_NAMES)[number]

/** The routes on which the plugin places the order. They also take payments of an amount, which have no cart. */
export const AMOUNT_ROUTES = ["bank", "page"] as const satisfies readonly RouteName[]
export type AmountRoute = (typeof AMOUNT_ROUTES)[number]

/** The routes whose payments are made through another provider than the plugin's bank. */
export const PROVIDER_ROUTES = ["page", "storefront"] as const satisfies readonly RouteName[]

/** Whether the payments of a route are made through another provider than the plugin's bank. */
export const isAtProvider = (route: RouteName): boolean => route !== "bank"

/** The id of the plugin's own payment provider in Medusa, which takes payments at the bank. */
export const PAYMENT_PROVIDER_ID = "pp_gateway_bank"

/** Medusa's provider for payments that staff settle by hand. It moves no money, and cannot be queried. */
export const MANUAL_PROVIDER_ID = "pp_system_default"

/** A payment route of the store: the payment provider that it uses, and where it applies; without a filter everywhere. */
export interface ConfiguredRoute<Name extends RouteName = RouteName> {
  readonly provider: string
  readonly route: Name
  /** Uppercase ISO 4217. */
  readonly currencies?: readonly string[] | undefined
  /** Ids of regions. */
  readonly regions?: readonly string[] | undefined
  /** The account at a bank that takes the payments of the route `bank`. Default: the default account. */
  readonly bank?: string | undefined
  /** Where the provider's own page for a payment is, on the route `page`. Default: what the plugin knows of the provider. */
  readonly redirect?: ConfiguredRedirect | undefined
}

/** Where a provider stores the address of its own page for a payment. */
export interface ConfiguredRedirect {
  /** The path of the address in the data of Medusa's payment session, such as `links.checkout`. */
  readonly url: string
  /** The provider's hosts, such as `pay.example`. Their subdomains are allowed, too. */
  readonly hosts: readonly string[]
  /** The provider's name for customers. Default: the first host. */
  readonly name?: string | undefined
}

/** What selects the route of a payment. */
export interface PaidIn {
  /** Uppercase ISO 4217. */
  readonly currency: string
  /** Absent if the region of the payment is not known. */
  readonly region_id?: string | null | undefined
  /** The payment providers that the region offers. Absent if they are not known: then each may be offered. */
  readonly providers?: readonly string[] | undefined
}

/** Where a checkout is paid: its region, and the payment providers that the region offers. */
export interface PaymentPlace {
  readonly region_id: string
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly providers: readonly string[]
  /** The first country of the region, ISO 3166-1 alpha-2. */
  readonly country?: string | null
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
 * The first of some routes that is for a payment's currency and region, and whose provider the region offers. Undefined if there
 * is none.
 */
export const routeFor = <Route extends ConfiguredRoute>(
  routes: readonly Route[],
  paid: PaidIn
): Route | undefined =>
  routes.find((route) => appliesTo(route, paid) && (paid.providers?.includes(route.provider) ?? true))

/** The same among the routes with one of these names. */
export function routeAt<Name extends RouteName>(
  routes: readonly ConfiguredRoute[],
  place: PaymentPlace,
  names: readonly Name[]
): ConfiguredRoute<Name> | undefined {
  const isNamed = (route: ConfiguredRoute): route is ConfiguredRoute<Name> =>
    names.some((name) => name === route.route)
  return routeFor(routes.filter(isNamed), place)
}

/** The names of the configured routes, each once. */
export function routeNamesIn(routes: readonly ConfiguredRoute[]): RouteName[] {
  return [...new Set(routes.map(({ route }) => route))]
}

/** The payment providers of the configured routes, or of those with this name, each once. */
export function providersOf(routes: readonly ConfiguredRoute[], name?: RouteName): string[] {
  const named = routes.filter(({ route }) => name === undefined || route === name)
  return [...new Set(named.map(({ provider }) => provider))]
}
