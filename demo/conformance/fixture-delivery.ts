import type { CreateShippingOptionDTO, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../src/domain/money"
import type { RateRow } from "./fixture-rows"
import type { Fixtures } from "./read-fixtures"

const CARRIER = "manual_manual"
const WAREHOUSE = "Fixtures warehouse"
const DELIVERY = "Fixtures delivery"
/** The service level that a `free_shipping` promotion makes free. */
export const STANDARD = "standard"

/** Creates the fixtures' warehouse of the sales channel if needed, and returns its id. */
export async function ensureFixtureWarehouse(
  container: MedusaContainer,
  sales_channel_id: string
): Promise<string> {
  const [found] = await container.resolve(Modules.STOCK_LOCATION).listStockLocations({ name: WAREHOUSE })
  if (found) return found.id
  const input = { locations: [{ name: WAREHOUSE }] }
  const { result } = await createStockLocationsWorkflow(container).run({ input })
  const id = result[0]?.id ?? ""
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id, add: [sales_channel_id] } })
  return id
}

/**
 * The countries to which a rate applies, of those that the store sells to: its own, or for the country `default` all
 * that have no rate of the same service level.
 */
export function countriesOfRate(
  rate: RateRow,
  rates: readonly RateRow[],
  countries: readonly string[]
): string[] {
  if (rate.country_code !== "default") return countries.filter((code) => code === rate.country_code)
  const own = rates.filter(({ service_level }) => service_level === rate.service_level)
  return countries.filter((code) => !own.some(({ country_code }) => country_code === code))
}

/**
 * Creates a shipping option for each rate that has none, with the rate's id, so that a suite can name it. Above the
 * smallest `min_subtotal` of a free_shipping promotion, standard shipping costs nothing.
 */
export async function ensureRates(
  container: MedusaContainer,
  fixtures: Fixtures,
  place: { location_id: string; shipping_profile_id: string; countries: readonly string[] }
): Promise<void> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const id = fixtures.rates.map((rate) => rate.id)
  const made = await fulfillment.listShippingOptions({ id }, { take: null })
  const missing = fixtures.rates.filter((rate) => !made.some((option) => option.id === rate.id))
  if (!missing.length) return
  const set_id = await ensureFulfillmentSet(container, place.location_id)
  for (const rate of missing) {
    const codes = countriesOfRate(rate, fixtures.rates, place.countries)
    if (!codes.length) continue
    const geo_zones = codes.map((country_code) => ({ country_code, type: "country" as const }))
    const zone = { name: rate.id, fulfillment_set_id: set_id, geo_zones }
    const { id: service_zone_id } = await fulfillment.createServiceZones(zone)
    await fulfillment.createShippingOptions({
      ...describeOption(rate, service_zone_id, place.shipping_profile_id),
    })
    await priceOption(container, rate, fixtures)
  }
}

/** Medusa's workflow would replace the id. */
function describeOption(
  { id, title, service_level }: RateRow,
  service_zone_id: string,
  shipping_profile_id: string
): CreateShippingOptionDTO & { id: string } {
  return {
    id,
    name: title,
    service_zone_id,
    shipping_profile_id,
    price_type: "flat",
    provider_id: CARRIER,
    type: { label: title, description: title, code: service_level },
    rules: [
      { attribute: "enabled_in_store", value: "true", operator: "eq" },
      { attribute: "is_return", value: "false", operator: "eq" },
    ],
  }
}

async function priceOption(container: MedusaContainer, rate: RateRow, fixtures: Fixtures) {
  const { currency, free_shipping } = fixtures
  const major = (minor: number) => Number(toDecimal(minor, currency))
  const price = { currency_code: currency.toLowerCase(), amount: major(rate.price) }
  const limits = free_shipping.flatMap(({ min_subtotal }) => min_subtotal ?? [])
  const isFreeAbove = rate.service_level === STANDARD && limits.length > 0
  const rules = { item_total: [{ operator: "gte" as const, value: major(Math.min(...limits)) }] }
  const prices = [price, ...(isFreeAbove ? [{ ...price, amount: 0, rules }] : [])]
  const set = await container.resolve(Modules.PRICING).createPriceSets({ prices })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.FULFILLMENT]: { shipping_option_id: rate.id },
    [Modules.PRICING]: { price_set_id: set.id },
  })
}

async function ensureFulfillmentSet(container: MedusaContainer, stock_location_id: string): Promise<string> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const [found] = await fulfillment.listFulfillmentSets({ name: DELIVERY })
  const { id } = found ?? (await fulfillment.createFulfillmentSets({ name: DELIVERY, type: "shipping" }))
  const location = { [Modules.STOCK_LOCATION]: { stock_location_id } }
  await container.resolve(ContainerRegistrationKeys.LINK).create([
    { ...location, [Modules.FULFILLMENT]: { fulfillment_provider_id: CARRIER } },
    { ...location, [Modules.FULFILLMENT]: { fulfillment_set_id: id } },
  ])
  return id
}
