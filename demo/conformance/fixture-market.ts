import type { MedusaContainer, RegionCountryDTO } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  createRegionsWorkflow,
  createTaxRegionsWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { paymentProviders } from "../shop/payment-providers"
import type { Fixtures } from "./read-fixtures"

const FALLBACK = "us"

/**
 * The countries that the fixtures name, as lowercase codes, the United States if they name none. `rest` says whether
 * a rate covers all other countries too.
 */
export function countriesOf({ rates, customers }: Fixtures): { named: string[]; rest: boolean } {
  const rated = rates.map(({ country_code }) => country_code).filter((code) => code !== "default")
  const lived = customers.flatMap(({ addresses }) => addresses.map(({ country }) => country))
  const named = [...new Set([...rated, ...lived])]
  return {
    named: named.length ? named : [FALLBACK],
    rest: rates.some((rate) => rate.country_code === "default"),
  }
}

/**
 * Creates the fixtures' market, if needed, and returns its countries: a region with their currency, which becomes the
 * store's default, and tax regions without a rate, because the fixtures' prices are final. Countries of other regions
 * stay there. An existing region of the currency is used as it is.
 */
export async function ensureMarket(container: MedusaContainer, fixtures: Fixtures): Promise<string[]> {
  const module = container.resolve(Modules.REGION)
  const currency_code = fixtures.currency.toLowerCase()
  const regions = await module.listRegions({}, { relations: ["countries"], take: null })
  const found = regions.find((region) => region.currency_code === currency_code)
  if (found) return codesOf(found.countries)
  const taken = regions.flatMap((region) => codesOf(region.countries))
  const all = codesOf(await module.listCountries({}, { take: null }))
  const free = all.filter((code) => !taken.includes(code))
  const { named, rest } = countriesOf(fixtures)
  const countries = rest ? free : free.filter((code) => named.includes(code))
  await addCurrency(container, currency_code)
  const region = { name: `Fixtures ${fixtures.currency}`, currency_code, countries }
  const { result } = await createRegionsWorkflow(container).run({
    input: { regions: [{ ...region, payment_providers: paymentProviders(container) }] },
  })
  await updateStore(container, { default_region_id: result[0]?.id ?? null })
  await ensureTaxRegions(
    container,
    named.filter((code) => countries.includes(code))
  )
  return countries
}

const codesOf = (countries: readonly RegionCountryDTO[]) => countries.flatMap(({ iso_2 }) => iso_2 ?? [])

async function addCurrency(container: MedusaContainer, currency_code: string) {
  const [store] = await container
    .resolve(Modules.STORE)
    .listStores({}, { relations: ["supported_currencies"] })
  const known = (store?.supported_currencies ?? []).map(({ currency_code, is_default }) => ({
    currency_code,
    is_default,
  }))
  if (known.some((one) => one.currency_code === currency_code)) return
  await updateStore(container, { supported_currencies: [...known, { currency_code, is_default: false }] })
}

async function updateStore(container: MedusaContainer, update: object) {
  const [store] = await container.resolve(Modules.STORE).listStores()
  await updateStoresWorkflow(container).run({ input: { selector: { id: store?.id }, update } })
}

async function ensureTaxRegions(container: MedusaContainer, countries: string[]) {
  const existing = await container.resolve(Modules.TAX).listTaxRegions({ country_code: countries })
  const missing = countries.filter((code) => !existing.some(({ country_code }) => country_code === code))
  const input = missing.map((country_code) => ({ country_code, provider_id: "tp_system" }))
  if (input.length) await createTaxRegionsWorkflow(container).run({ input })
}
