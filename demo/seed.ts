import type { MedusaContainer } from "@medusajs/framework/types"
import { ensureProducts } from "./shop/assortment"
import { defaultSalesChannel, publishableKey } from "./shop/channel"
import { ensureShippingOptions, ensureShippingProfile, ensureWarehouse } from "./shop/delivery"
import { ensureRegions, ensureTaxes, nameStore } from "./shop/markets"
import { paymentProviders } from "./shop/payment-providers"
import { ensureAdmin, ensureCustomer } from "./shop/people"

/** The ids a client needs to shop in the seeded store; regions by lowercase currency code, shipping options by code. */
export interface SeededShop {
  publishable_key: string
  sales_channel_id: string
  region_ids: Record<string, string>
  shipping_option_ids: Record<string, string>
}

/**
 * Fills the store with a small shop: two currencies, VAT, a warehouse, shipping options, products in stock, an
 * administrator and a customer. Can run repeatedly: it creates only missing data and changes nothing else.
 */
export async function seedStore(container: MedusaContainer, providers?: string[]): Promise<SeededShop> {
  await nameStore(container)
  const regions = await ensureRegions(container, providers ?? paymentProviders(container))
  await ensureTaxes(container)
  const sales_channel_id = await defaultSalesChannel(container)
  const location_id = await ensureWarehouse(container, sales_channel_id)
  const shipping_profile_id = await ensureShippingProfile(container)
  const options = await ensureShippingOptions(container, location_id, shipping_profile_id)
  await ensureProducts(container, { sales_channel_id, shipping_profile_id, location_id })
  await ensureAdmin(container)
  await ensureCustomer(container)
  return {
    publishable_key: await publishableKey(container),
    sales_channel_id,
    region_ids: Object.fromEntries(Object.entries(regions).map(([currency, { id }]) => [currency, id])),
    shipping_option_ids: Object.fromEntries(options.map(({ type, id }) => [type.code, id])),
  }
}
