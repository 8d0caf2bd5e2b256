/** The ways in which an agent's checkout is paid. */
export const ROUTE_NAMES = ["bank", "storefront"] as const
export type RouteName = (typeof ROUTE_NAMES)[number]

/** Medusa's provider for payments that staff settle by hand. It moves no money, and cannot be queried. */
export const MANUAL_PROVIDER_ID = "pp_system_default"

/** A payment route of the store: the payment provider that it uses, and where it applies; without a filter everywhere. */
export interface ConfiguredRoute {
  readonly provider: string
  readonly route: RouteName
  /** Uppercase ISO 4217. */
  readonly currencies?: readonly string[] | undefined
  /** Ids of regions. */
  readonly regions?: readonly string[] | undefined
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

/** The first route that applies to a place and whose provider its region offers. Undefined if there is none. */
export function routeAt(
  routes: readonly ConfiguredRoute[],
  { region_id, currency, providers }: PaymentPlace
): ConfiguredRoute | undefined {
  return routes.find(
    ({ provider, currencies = [currency], regions = [region_id] }) =>
      providers.includes(provider) && currencies.includes(currency) && regions.includes(region_id)
  )
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
