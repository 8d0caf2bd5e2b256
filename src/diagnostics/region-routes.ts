import { ROUTE_NAMES, routeAt, type RouteName } from "../domain/payment-route"
import type { CheckContext } from "./check-context"

/** A region, and how agents' purchases are paid there; null if they cannot be paid. */
export interface RoutedRegion {
  readonly name: string
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly route: RouteName | null
  /** The ids of the payment providers that the region offers. */
  readonly providers: readonly string[]
}

interface Row {
  readonly region_id: string
  readonly name: string
  readonly currency: string
  readonly providers: readonly string[]
}

/** The store's regions by name, the first hundred, each with the payment route that a checkout there takes. */
export async function regionRoutes({
  options: { payment_routes },
  query,
}: CheckContext): Promise<RoutedRegion[]> {
  const regions = await query<Row>(
    `select r.id as region_id, r.name, upper(r.currency_code) as currency, array(
         select p.payment_provider_id from region_payment_provider p
          where p.region_id = r.id and p.deleted_at is null) as providers
       from region r where r.deleted_at is null order by r.name limit 100`
  )
  return regions.map((region) => {
    const { name, currency, providers } = region
    return { name, currency, providers, route: routeAt(payment_routes, region, ROUTE_NAMES)?.route ?? null }
  })
}

/** The names of the regions in which agents' purchases cannot be paid, in one text; empty if there are none. */
export const namesWithoutRoute = (regions: readonly RoutedRegion[]): string =>
  regions
    .filter(({ route }) => !route)
    .map(({ name }) => name)
    .join(", ")
