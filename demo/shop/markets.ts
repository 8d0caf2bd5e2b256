import type { MedusaContainer, RegionDTO } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  createRegionsWorkflow,
  createTaxRegionsWorkflow,
  updateRegionsWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { SHOP_NAME } from "../catalog"

/** Standard VAT rates, in percent, of the countries the shop sells to. */
const VAT = { ro: 21, de: 19, fr: 20, es: 21, it: 22 }

/** The countries the shop sells to. */
export const COUNTRIES = Object.keys(VAT)

/** Medusa's default name of a store. */
const UNNAMED = "Medusa Store"

const DEFAULT_CURRENCY = "eur"

const REGIONS = [
  { name: "Romania", currency_code: "ron", countries: ["ro"] },
  { name: "Europe", currency_code: "eur", countries: ["de", "fr", "es", "it"] },
]

/** Sets the store's name and its two currencies. Prices include tax, as customers in Europe expect. */
export async function nameStore(container: MedusaContainer): Promise<void> {
  const [store] = await container.resolve(Modules.STORE).listStores()
  if (store?.name !== UNNAMED) return
  const supported_currencies = [
    { currency_code: DEFAULT_CURRENCY, is_default: true, is_tax_inclusive: true },
    { currency_code: "ron", is_tax_inclusive: true },
  ]
  const update = { name: SHOP_NAME, supported_currencies }
  await updateStoresWorkflow(container).run({ input: { selector: { id: store.id }, update } })
}

/**
 * Creates the two regions, with that of the default currency as the store's default, or sets the payment providers of
 * the existing ones. Returns them by currency code.
 */
export async function ensureRegions(
  container: MedusaContainer,
  payment_providers: string[]
): Promise<Record<string, RegionDTO>> {
  const all = await container.resolve(Modules.REGION).listRegions()
  const found = all.filter(({ name }) => REGIONS.some((region) => region.name === name))
  const regions = found.length ? await updateProviders(container, found, payment_providers) : await create()
  return Object.fromEntries(regions.map((region) => [region.currency_code, region]))

  async function create() {
    const input = REGIONS.map((region) => ({ ...region, is_tax_inclusive: true, payment_providers }))
    const { result } = await createRegionsWorkflow(container).run({ input: { regions: input } })
    // Both are created in the same instant, so without a default their order would differ from database to database.
    const default_region_id =
      result.find(({ currency_code }) => currency_code === DEFAULT_CURRENCY)?.id ?? null
    await updateStoresWorkflow(container).run({ input: { selector: {}, update: { default_region_id } } })
    return result
  }
}

async function updateProviders(container: MedusaContainer, found: RegionDTO[], payment_providers: string[]) {
  const selector = { id: found.map(({ id }) => id) }
  await updateRegionsWorkflow(container).run({ input: { selector, update: { payment_providers } } })
  return found
}

/** Creates one tax region per country, with the country's standard rate as its default. */
export async function ensureTaxes(container: MedusaContainer): Promise<void> {
  const existing = await container.resolve(Modules.TAX).listTaxRegions({ country_code: COUNTRIES })
  const known = existing.map(({ country_code }) => country_code)
  const missing = Object.entries(VAT).filter(([country_code]) => !known.includes(country_code))
  if (missing.length === 0) return
  const input = missing.map(([country_code, rate]) => ({
    country_code,
    provider_id: "tp_system",
    default_tax_rate: { name: "VAT", code: `vat_${country_code}`, rate },
  }))
  await createTaxRegionsWorkflow(container).run({ input })
}
