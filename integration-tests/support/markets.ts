import { adminGet, adminPost } from "./merchant"
import { world } from "./world"

/** What a storefront needs to sell something digital in a market. */
export interface Market {
  readonly region_id: string
  readonly country_code: string
}

interface Region {
  id: string
  currency_code: string
}

/** Lets the store sell in a currency (lowercase) to one country, paid through our provider. Safe to repeat. */
export async function openMarket(currency_code: string, country_code: string): Promise<Market> {
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
    payment_providers: ["pp_gateway_bank"],
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

/** A rate in percent on top of the prices in a country that had none. */
export async function levyTax(country_code: string, rate: number): Promise<void> {
  const default_tax_rate = { name: "Tax", code: `tax_${country_code}`, rate }
  await made("/admin/tax-regions", { country_code, provider_id: "tp_system", default_tax_rate })
}

/** A new digital product with these prices, in major units by lowercase currency; the id of its only variant. */
export async function offer(prices: Record<string, number>): Promise<string> {
  const variant = {
    title: "Licence",
    options: { Kind: "Licence" },
    manage_inventory: false,
    prices: Object.entries(prices).map(([currency_code, amount]) => ({ currency_code, amount })),
  }
  const { product } = await made<{ product: { variants: { id: string }[] } }>("/admin/products", {
    title: `Sound ${Date.now()}`,
    status: "published",
    options: [{ title: "Kind", values: ["Licence"] }],
    variants: [variant],
    sales_channels: [{ id: world().shop.sales_channel_id }],
  })
  return product.variants[0]?.id ?? ""
}

async function made<T>(path: string, body: object): Promise<T> {
  const response = await adminPost(path, body)
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
