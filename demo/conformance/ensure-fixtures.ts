import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { ensureShippingProfile } from "../shop/delivery"
import { CUSTOMER } from "../shop/logins"
import { ensureAccount } from "../shop/people"
import type { AddressRow } from "./fixture-rows"
import { ensureFixtureWarehouse, ensureRates } from "./fixture-delivery"
import { ensureMarket } from "./fixture-market"
import { ensureFixtureProducts } from "./fixture-products"
import { ensurePromotions } from "./fixture-promotions"
import type { Fixtures } from "./read-fixtures"

/**
 * Adds the fixtures to the store: their market, warehouse, rates, products, promotions and customers. It creates only
 * what is missing and changes nothing else. Customers log in with the demo's password.
 */
export async function ensureFixtures(
  container: MedusaContainer,
  fixtures: Fixtures,
  sales_channel_id: string
): Promise<void> {
  const countries = await ensureMarket(container, fixtures)
  const location_id = await ensureFixtureWarehouse(container, sales_channel_id)
  const shipping_profile_id = await ensureShippingProfile(container)
  await ensureRates(container, fixtures, { location_id, shipping_profile_id, countries })
  await ensureFixtureProducts(container, fixtures, { sales_channel_id, shipping_profile_id, location_id })
  await ensurePromotions(container, fixtures)
  const known = await container.resolve(Modules.REGION).listCountries({}, { select: ["iso_2"], take: null })
  const isKnown = ({ country }: AddressRow) => known.some(({ iso_2 }) => iso_2 === country)
  for (const { name, email, addresses } of fixtures.customers)
    await ensureSuiteCustomer(container, email, name, addresses.filter(isKnown))
}

/** Creates a customer with the demo's password, unless the e-mail address has an account. */
export async function ensureSuiteCustomer(
  container: MedusaContainer,
  email: string,
  name: string,
  addresses: readonly AddressRow[] = []
): Promise<void> {
  const [first_name = name, ...rest] = name.split(" ")
  const names = { first_name, last_name: rest.join(" ") }
  await ensureAccount(container, {
    login: { email, password: CUSTOMER.password },
    name: names,
    addresses: addresses.map((address) => ({
      ...(address.id && { id: address.id }),
      ...names,
      address_1: address.street_address,
      city: address.city,
      province: address.state,
      postal_code: address.postal_code,
      country_code: address.country,
    })),
  })
}
