import type { Check } from "../check"
import { type CheckResult, ok, warning } from "../check-result"
import type { CheckContext } from "../check-context"

interface Channel {
  readonly name: string
  readonly products: number
}

interface Region {
  readonly name: string
  readonly currency: string
  readonly offers_bank: boolean
}

/** Products are counted up to this number; beyond it the text says "more than". */
const COUNTED = 1000

/** What agents can see and buy: the published products of the sales channels, and the regions that offer the store's bank. */
export const shownCatalog: Check = {
  name: "catalog",
  async run(context) {
    const [channels, regions] = await Promise.all([shownChannels(context), regionsOf(context)])
    return [channelsResult(channels), ...(context.options.bank ? [regionsResult(regions)] : [])]
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

function regionsOf({ query }: CheckContext): Promise<Region[]> {
  return query<Region>(
    `select r.name, upper(r.currency_code) as currency, exists (
         select from region_payment_provider p
          where p.region_id = r.id and p.payment_provider_id = 'pp_gateway_bank' and p.deleted_at is null) as offers_bank
       from region r where r.deleted_at is null order by r.name limit 100`
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

function regionsResult(regions: readonly Region[]): CheckResult {
  const without = regions.filter(({ offers_bank }) => !offers_bank).map(({ name }) => name)
  const data = { regions }
  if (!without.length && regions.length)
    return ok("every region offers payments through the bank", { code: "regions", data })
  return warning(
    `payments through the bank are not offered in ${without.join(", ") || "any region"}`,
    "Add the bank to the region: admin, Settings, Regions, Payment providers.",
    { code: "regions_without", data: { ...data, without: without.join(", ") } }
  )
}
