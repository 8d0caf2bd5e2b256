import {
  MANUAL_PROVIDER_ID,
  PAYMENT_PROVIDER_ID,
  providersOf,
  routeNamesIn,
  type RouteName,
} from "../../domain/payment-route"
import type { GatewayOptions } from "../../options"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"
import type { CheckContext } from "../check-context"
import { namesWithoutRoute, regionRoutes, type RoutedRegion } from "../region-routes"

/**
 * How agents' purchases can be paid, one result for each kind of route; whether the routes' providers exist, whether
 * checkouts can use the store's page, which regions have no route, and whose payments the store does not look for.
 */
export const paymentRoutes: Check = {
  name: "payment routes",
  async run(context) {
    const { payment_routes } = context.options
    if (!payment_routes.length) return [NONE]
    const regions = await regionRoutes(context)
    return [
      ...routeNamesIn(payment_routes).map((route) => resultFor(route, context.options)),
      ...(await unknownProviders(context)),
      ...(await pageWithoutCheckouts(context)),
      ...regionsWithout(regions, context.options),
      ...unfollowedProviders(regions, context.options),
    ]
  },
}

const NONE = warning(
  "agents can shop, but not pay: the store has no payment route",
  "Set the options of the bank, or payment_routes.",
  { code: "none" }
)

/** What the customer pays on each route, and where. */
const PLACES: Readonly<Record<RouteName, string>> = {
  bank: "agents' purchases on the bank's page",
  page: "agents' purchases on a page of the store",
  storefront: "agents' purchases in the storefront",
}

function resultFor(code: RouteName, { payment_routes }: GatewayOptions): CheckResult {
  const providers = providersOf(payment_routes, code).join(", ")
  return ok(`customers pay ${PLACES[code]}, through ${providers}`, {
    code,
    data: { providers },
  })
}

/** Those of these providers that the store does not have. */
async function missingOf(named: readonly string[], { query }: CheckContext): Promise<string[]> {
  const known = await query<{ id: string }>(
    "select id from payment_provider where id = any ($1) and is_enabled and deleted_at is null",
    [named]
  )
  return named.filter((id) => !known.some((provider) => provider.id === id))
}

/** Checkouts that are paid on the store's page need the plugin's own provider, but no region has to offer it. */
async function pageWithoutCheckouts(context: CheckContext): Promise<CheckResult[]> {
  const { payment_routes } = context.options
  const hasPage = routeNamesIn(payment_routes).includes("page")
  if (!hasPage || !(await missingOf([PAYMENT_PROVIDER_ID], context)).length) return []
  return [
    warning(
      `customers can pay amounts on a page of the store, but not checkouts: ${PAYMENT_PROVIDER_ID} is not among the store's payment providers`,
      'Register "medusa-plugin-agentic-gateway/providers/payment-bank" with the id bank in medusa-config, and start the store.',
      { code: "only_amounts" }
    ),
  ]
}

async function unknownProviders(context: CheckContext): Promise<CheckResult[]> {
  const unknown = (await missingOf(providersOf(context.options.payment_routes), context)).join(", ")
  if (!unknown) return []
  return [
    problem(
      `payment_routes names providers that the store does not have: ${unknown}`,
      "Register them in medusa-config, or correct payment_routes.",
      { code: "unknown_provider", data: { unknown } }
    ),
  ]
}

function regionsWithout(regions: readonly RoutedRegion[], { payment_routes }: GatewayOptions): CheckResult[] {
  const without = namesWithoutRoute(regions)
  if (!without) return []
  const providers = providersOf(payment_routes).join(", ")
  return [
    warning(
      `agents cannot pay in ${without}`,
      `Add the provider of a payment route (${providers}) to the region: admin, Settings, Regions, Payment Providers.`,
      { code: "regions_without", data: { without, providers } }
    ),
  ]
}

/** In the storefront a customer can choose any provider of the region; only named ones are queried about lost payments. */
function unfollowedProviders(
  regions: readonly RoutedRegion[],
  { payment_routes }: GatewayOptions
): CheckResult[] {
  const named = providersOf(payment_routes, "storefront")
  const followed = [...named, PAYMENT_PROVIDER_ID, MANUAL_PROVIDER_ID]
  const offered = regions.filter(({ route }) => route === "storefront").flatMap(({ providers }) => providers)
  const unfollowed = [...new Set(offered)].filter((id) => !followed.includes(id)).join(", ")
  if (!unfollowed) return []
  return [
    warning(
      `customers can pay an agent's checkout in the storefront through ${unfollowed}, but the store does not find such a payment if Medusa places no order for it`,
      "Name each of them in payment_routes with the route storefront, except one for payments on delivery, which reports a payment before the customer has confirmed it.",
      { code: "unfollowed", data: { unfollowed } }
    ),
  ]
}
