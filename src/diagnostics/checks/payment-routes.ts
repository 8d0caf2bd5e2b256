import { routeAt } from "../../domain/payment-route"
import type { Check } from "../check"
import { type CheckResult, ok, problem, warning } from "../check-result"
import type { CheckContext } from "../check-context"

/** How agents' purchases can be paid, whether the routes' providers exist, and which regions have no route. */
export const paymentRoutes: Check = {
  name: "payment routes",
  async run(context) {
    const { payment_routes } = context.options
    if (!payment_routes.length) return [NONE]
    const routes = payment_routes.map(({ route, provider }) => `${route} (${provider})`).join(", ")
    return [
      ok(`agents' purchases are paid through ${routes}`, { code: "routes", data: { routes } }),
      ...(await unknownProviders(context)),
      ...(await regionsWithout(context)),
    ]
  },
}

const NONE = warning(
  "agents can shop, but not pay: the store has no payment route",
  "Set the options of the bank, or payment_routes.",
  { code: "none" }
)

async function unknownProviders({
  options: { payment_routes },
  query,
}: CheckContext): Promise<CheckResult[]> {
  const named = [...new Set(payment_routes.map(({ provider }) => provider))]
  const known = await query<{ id: string }>(
    "select id from payment_provider where id = any ($1) and is_enabled and deleted_at is null",
    [named]
  )
  const unknown = named.filter((id) => !known.some((provider) => provider.id === id)).join(", ")
  if (!unknown) return []
  return [
    problem(
      `payment_routes names providers that the store does not have: ${unknown}`,
      "Register them in medusa-config, or correct payment_routes.",
      { code: "unknown_provider", data: { unknown } }
    ),
  ]
}

interface Region {
  readonly region_id: string
  readonly name: string
  readonly currency: string
  readonly providers: readonly string[]
}

async function regionsWithout({ options: { payment_routes }, query }: CheckContext): Promise<CheckResult[]> {
  const regions = await query<Region>(
    `select r.id as region_id, r.name, upper(r.currency_code) as currency, array(
         select p.payment_provider_id from region_payment_provider p
          where p.region_id = r.id and p.deleted_at is null) as providers
       from region r where r.deleted_at is null order by r.name limit 100`
  )
  const unpaid = regions.filter((region) => !routeAt(payment_routes, region))
  const without = unpaid.map(({ name }) => name).join(", ")
  if (!without) return []
  return [
    warning(
      `agents cannot pay in ${without}`,
      "Add the provider of a payment route to the region: admin, Settings, Regions, Payment providers.",
      { code: "regions_without", data: { without } }
    ),
  ]
}
