import type { MedusaContainer, ShippingOptionDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import { COUNTRIES } from "./markets"

const CARRIER = "manual_manual"
const WAREHOUSE = "Cluj warehouse"
const DELIVERY = "Delivery from Cluj"

/** The shipping options, with prices in major units with tax. */
const OPTIONS = [
  { name: "Standard", code: "standard", description: "Two to four working days", eur: 5, ron: 20 },
  { name: "Express", code: "express", description: "The next working day", eur: 12, ron: 45 },
]

/** Creates the warehouse of the sales channel if needed, and returns its id. */
export async function ensureWarehouse(container: MedusaContainer, salesChannelId: string): Promise<string> {
  const [found] = await container.resolve(Modules.STOCK_LOCATION).listStockLocations({ name: WAREHOUSE })
  const id = found?.id ?? (await createWarehouse(container))
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id, add: [salesChannelId] } })
  return id
}

async function createWarehouse(container: MedusaContainer) {
  const address = {
    address_1: "Strada Fabricii 12",
    city: "Cluj-Napoca",
    postal_code: "400620",
    country_code: "ro",
  }
  const input = { locations: [{ name: WAREHOUSE, address }] }
  const { result } = await createStockLocationsWorkflow(container).run({ input })
  return result[0]?.id ?? ""
}

/** The shipping profile of the products, created if needed: Medusa has none by default. */
export async function ensureShippingProfile(container: MedusaContainer): Promise<string> {
  const [found] = await container.resolve(Modules.FULFILLMENT).listShippingProfiles({ type: "default" })
  if (found) return found.id
  const input = { data: [{ name: "Default", type: "default" }] }
  return (await createShippingProfilesWorkflow(container).run({ input })).result[0]?.id ?? ""
}

/** Creates the service zone of all countries with its shipping options, and returns the options. */
export async function ensureShippingOptions(
  container: MedusaContainer,
  locationId: string,
  shipping_profile_id: string
): Promise<ShippingOptionDTO[]> {
  const service_zone_id = await ensureZone(container, locationId)
  const made = await listOptions(container, service_zone_id)
  const missing = OPTIONS.filter(({ name }) => !made.some((option) => option.name === name))
  if (missing.length === 0) return made
  const input = missing.map((option) => describeOption(option, { service_zone_id, shipping_profile_id }))
  await createShippingOptionsWorkflow(container).run({ input })
  return listOptions(container, service_zone_id)
}

function listOptions(container: MedusaContainer, service_zone_id: string) {
  const filters = { service_zone: { id: service_zone_id } }
  return container.resolve(Modules.FULFILLMENT).listShippingOptions(filters, { relations: ["type"] })
}

function describeOption(
  { name, code, description, eur, ron }: (typeof OPTIONS)[number],
  place: { service_zone_id: string; shipping_profile_id: string }
) {
  return {
    ...place,
    name,
    price_type: "flat" as const,
    provider_id: CARRIER,
    type: { label: name, description, code },
    prices: [
      { currency_code: "eur", amount: eur },
      { currency_code: "ron", amount: ron },
    ],
    rules: [
      { attribute: "enabled_in_store", value: "true", operator: "eq" as const },
      { attribute: "is_return", value: "false", operator: "eq" as const },
    ],
  }
}

async function ensureZone(container: MedusaContainer, stock_location_id: string): Promise<string> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const relations = { relations: ["service_zones"] }
  const [found] = await fulfillment.listFulfillmentSets({ name: DELIVERY }, relations)
  const set = found ?? (await fulfillment.createFulfillmentSets(describeZone()))
  await linkCarrier(container, stock_location_id, set.id)
  return set.service_zones[0]?.id ?? ""
}

function describeZone() {
  const geo_zones = COUNTRIES.map((country_code) => ({ country_code, type: "country" as const }))
  return { name: DELIVERY, type: "shipping", service_zones: [{ name: "Europe", geo_zones }] }
}

/** Creating an existing link is no error, so this may run at every start. */
async function linkCarrier(
  container: MedusaContainer,
  stock_location_id: string,
  fulfillment_set_id: string
) {
  const location = { [Modules.STOCK_LOCATION]: { stock_location_id } }
  await container.resolve(ContainerRegistrationKeys.LINK).create([
    { ...location, [Modules.FULFILLMENT]: { fulfillment_provider_id: CARRIER } },
    { ...location, [Modules.FULFILLMENT]: { fulfillment_set_id } },
  ])
}
