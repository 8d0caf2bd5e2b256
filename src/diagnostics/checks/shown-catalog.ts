import type { Check } from "../check"
import { type CheckResult, ok, warning } from "../check-result"
import type { CheckContext } from "../check-context"
import { namesWithoutRoute, regionRoutes, type RoutedRegion } from "../region-routes"

interface Channel {
  readonly name: string
  readonly products: number
}

/** Products are counted up to this number; beyond it the text says "more than". */
const COUNTED = 1000

/**
 * What agents can see and buy: the published products of the sales channels, and the regions in which a purchase can be
 * paid, on any route. No result about regions for a store without a payment route.
 */
export const shownCatalog: Check = {
  name: "catalog",
  async run(context) {
    const [channels, regions] = await Promise.all([shownChannels(context), regionRoutes(context)])
    const hasRoutes = context.options.payment_routes.length > 0
    return [channelsResult(channels), ...(hasRoutes ? [regionsResult(regions)] : [])]
  },
}

function shownChannels({ query }: CheckContext): Promise<Channel[]> {
  return query<Channel>(
    `select c.name, (select count(*)::int from (
         select from product_sales_channel pc join product p on p.id = pc.product_id
          where pc.sales_channel_id = c.id and pc.deleted_at is null and p.deleted_at is null
            and p.status = 'published' limit ${COUNTED + 1}) as counted) as products
       from sales_channel c, gw_setting s
      where c.deleted_at is null and not c.is_disabled and case
        when cardinality(s.ucp_sales_channels) > 0 then c.id = any (s.ucp_sales_channels)
        else c.id = (select default_sales_channel_id from store where deleted_at is null limit 1) end
      order by c.name`
  )
}

const describe = ({ name, products }: Channel) =>
  `${name} (${products > COUNTED ? `more than ${COUNTED}` : products} products)`

function channelsResult(channels: readonly Channel[]): CheckResult {
  const text = `agents see what is sold in ${channels.map(describe).join(", ") || "no sales channel"}`
  const details = { data: { channels, counted_to: COUNTED } }
  if (channels.some(({ products }) => products > 0)) return ok(text, { code: "products", ...details })
  return warning(text, "Publish products in a sales channel that agents see.", {
    code: "no_products",
    ...details,
  })
}

function regionsResult(regions: readonly RoutedRegion[]): CheckResult {
  const without = namesWithoutRoute(regions)
  const data = { regions: regions.map(({ name, currency, route }) => ({ name, currency, route })) }
  if (!without && regions.length) return ok("agents can pay in every region", { code: "regions", data })
  return warning(
    `agents cannot pay in ${without || "any region: the store has none"}`,
    "Add the provider of a payment route to the region: admin, Settings, Regions, Payment Providers.",
    { code: "regions_without", data: { ...data, without } }
  )
}
