import { adminGet, adminPost } from "./merchant"
import { world } from "./world"

/** What a storefront needs to sell a digital product in a market. */
export interface Market {
  readonly region_id: string
  readonly country_code: string
}

interface Region {
  id: string
  currency_code: string
}

/**
 * Adds a currency (lowercase) and a region with one country, paid through this provider, by default the gateway's. Safe to
 * repeat.
 */
export async function openMarket(
  currency_code: string,
  country_code: string,
  provider = "pp_gateway_bank"
): Promise<Market> {
  const { regions } = await adminGet<{ regions: Region[] }>(
    "/admin/regions?limit=100&fields=id,currency_code"
  )
  const found = regions.find((region) => region.currency_code === currency_code)
  if (found) return { region_id: found.id, country_code }
  await addCurrency(currency_code)
  const { region } = await made<{ region: Region }>("/admin/regions", {
    name: currency_code.toUpperCase(),
    currency_code,
    countries: [country_code],
    payment_providers: [provider],
  })
  return { region_id: region.id, country_code }
}

async function addCurrency(currency_code: string): Promise<void> {
  const { stores } = await adminGet<{ stores: { id: string; supported_currencies: Currency[] }[] }>(
    "/admin/stores"
  )
  const [store] = stores
  const known = store?.supported_currencies.map(({ currency_code, is_default }) => ({
    currency_code,
    is_default,
  }))
  await made(`/admin/stores/${store?.id}`, { supported_currencies: [...(known ?? []), { currency_code }] })
}

interface Currency {
  currency_code: string
  is_default: boolean
}

/** Adds a tax rate in percent for a country without one, or for one of its provinces. Safe to repeat. */
export async function levyTax(country_code: string, rate: number, province_code?: string): Promise<void> {
  const { tax_regions } = await adminGet<{ tax_regions: TaxRegion[] }>(
    `/admin/tax-regions?limit=100&country_code=${country_code}`
  )
  if (tax_regions.some((region) => region.province_code === (province_code ?? null))) return
  const parent = tax_regions.find((region) => region.province_code === null)
  await made("/admin/tax-regions", {
    country_code,
    ...(province_code ? { province_code, parent_id: parent?.id } : { provider_id: "tp_system" }),
    default_tax_rate: { name: "Tax", code: `tax_${province_code ?? country_code}`, rate },
  })
}

interface TaxRegion {
  id: string
  province_code: string | null
}

/**
 * Adds a shipping option from the demo shop's warehouse to a country, with prices in major units by lowercase
 * currency. Safe to repeat.
 */
export async function deliverTo(country_code: string, prices: Record<string, number>): Promise<void> {
  const name = `Parcel to ${country_code}`
  const { shipping_options } = await adminGet<{ shipping_options: { name: string }[] }>(
    "/admin/shipping-options?limit=100"
  )
  if (shipping_options.some((option) => option.name === name)) return
  const { stock_locations } = await adminGet<{ stock_locations: { fulfillment_sets: { id: string }[] }[] }>(
    "/admin/stock-locations?fields=id,*fulfillment_sets"
  )
  const set = stock_locations.flatMap(({ fulfillment_sets }) => fulfillment_sets)[0]
  const { fulfillment_set } = await made<{ fulfillment_set: { service_zones: Zone[] } }>(
    `/admin/fulfillment-sets/${set?.id}/service-zones`,
    { name: `To ${country_code}`, geo_zones: [{ type: "country", country_code }] }
  )
  await made("/admin/shipping-options", {
    name,
    service_zone_id: fulfillment_set.service_zones.find((zone) => zone.name === `To ${country_code}`)?.id,
    shipping_profile_id: await shippingProfile(),
    provider_id: "manual_manual",
    price_type: "flat",
    type: { label: "Parcel", description: "By parcel service", code: `parcel_${country_code}` },
    prices: Object.entries(prices).map(([currency_code, amount]) => ({ currency_code, amount })),
    rules: [
      { attribute: "enabled_in_store", value: "true", operator: "eq" },
      { attribute: "is_return", value: "false", operator: "eq" },
    ],
  })
}

interface Zone {
  id: string
  name: string
}

/** The demo shop's shipping profile, which deliverable products have. */
export async function shippingProfile(): Promise<string> {
  const { shipping_profiles } = await adminGet<{ shipping_profiles: { id: string }[] }>(
    "/admin/shipping-profiles"
  )
  return shipping_profiles[0]?.id ?? ""
}

/**
 * Creates a digital product with these prices (major units by lowercase currency) and returns the id of its
 * only variant.
 */
export async function offer(prices: Record<string, number>, title = `Sound ${Date.now()}`): Promise<string> {
  const variant = {
    title: "Licence",
    options: { Kind: "Licence" },
    manage_inventory: false,
    prices: Object.entries(prices).map(([currency_code, amount]) => ({ currency_code, amount })),
  }
  const { product } = await made<{ product: { variants: { id: string }[] } }>("/admin/products", {
    title,
    status: "published",
    options: [{ title: "Kind", values: ["Licence"] }],
    variants: [variant],
    sales_channels: [{ id: world().shop.sales_channel_id }],
  })
  return product.variants[0]?.id ?? ""
}

/** Creates something through the admin API; throws on an error status. */
export async function made<T>(path: string, body: object): Promise<T> {
  const response = await adminPost(path, body)
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
