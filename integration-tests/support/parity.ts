import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { eventually } from "./agent"
import { BERLIN, Buyer, type Checkout, amountOf, delivery } from "./buyer"
import { type CatalogReader, closeCatalog, makeProduct, openCatalog } from "./catalog"
import { deliverTo, levyTax, openMarket, shippingProfile } from "./markets"
import { inOwnWorld } from "./own-world"
import { withdraw } from "./promotions"
import { type Basket, type StoreCart, amountsOf, inStorefront } from "./store-basket"
import { world } from "./world"

/** Prices that leave fractions when they are divided. */
export const ODD = { eur: 3.33, ron: 16.66, gbp: 3.33, jpy: 333, kwd: 1.111 }
export const DEAR = { eur: 19.99, ron: 99.99, gbp: 18.49, jpy: 2999, kwd: 6.667 }
export const SMALL = { eur: 0.07, ron: 0.35, gbp: 0.07, jpy: 7, kwd: 0.023 }

export type Currency = keyof typeof ODD
export type Lines = Basket["lines"]
export type Market = Basket["market"]
type Prices = Readonly<Record<string, number>>

/** Prices in euros and lei include tax, the others do not. */
export const ALL: readonly Currency[] = ["eur", "ron", "gbp", "jpy", "kwd"]

/** A store with five markets, for comparing an agent's checkouts with those of Medusa's own storefront. */
export class ParityStore {
  buyer!: Buyer
  catalog!: CatalogReader
  /** Variants with the prices ODD, DEAR and SMALL. */
  odd!: string
  dear!: string
  small!: string
  private profile!: string
  private readonly markets: Partial<Record<Currency, Market>> = {}

  /** Opens the store before the other hooks of the file. */
  static forThisFile(): ParityStore {
    const store = new ParityStore()
    inOwnWorld()
    beforeAll(() => store.open())
    afterEach(withdraw)
    afterAll(closeCatalog)
    return store
  }

  private async open(): Promise<void> {
    this.catalog = await openCatalog()
    this.buyer = await Buyer.forGuests()
    this.profile = await shippingProfile()
    const { eur = "", ron = "" } = world().shop.region_ids
    this.markets.eur = { region_id: eur, country_code: "de" }
    this.markets.ron = { region_id: ron, country_code: "ro" }
    await this.openMarket("gbp", "gb", 19, 4.99)
    await this.openMarket("jpy", "jp", 10, 505)
    await this.openMarket("kwd", "kw", 5, 1.255)
    this.odd = await this.product(ODD)
    this.dear = await this.product(DEAR)
    this.small = await this.product(SMALL)
  }

  /** Adds a market with tax-exclusive prices. */
  private async openMarket(currency: Currency, country: string, tax: number, parcel: number): Promise<void> {
    this.markets[currency] = await openMarket(currency, country)
    await levyTax(country, tax)
    await deliverTo(country, { [currency]: parcel })
    // The store reads regions again every few seconds.
    await eventually(async () => {
      const { status } = await this.buyer.get(`/products?limit=1&country=${country.toUpperCase()}`)
      return status === 200 ? true : undefined
    })
  }

  marketIn(currency: Currency): Market {
    const market = this.markets[currency]
    if (!market) throw new Error(`no market in ${currency}`)
    return market
  }

  /** Creates a deliverable product with one variant. */
  thing(prices: Prices, more: object = {}, of: object = {}) {
    const amounts = Object.entries(prices).map(([currency_code, amount]) => ({ currency_code, amount }))
    const one = { title: "One", options: { Size: "One" }, manage_inventory: false, prices: amounts }
    return makeProduct({
      title: `Gnomon ${randomUUID()}`,
      shipping_profile_id: this.profile,
      variants: [{ ...one, ...more }],
      ...of,
    })
  }

  /** The only variant of a new product. */
  async product(...one: Parameters<ParityStore["thing"]>): Promise<string> {
    return variantOf(await this.thing(...one))
  }

  /** The agent's checkout of a basket, with the cheapest shipping option. */
  withAgent({ market, lines, codes = [], province }: Basket, agent = this.buyer): Promise<Checkout> {
    return agent.ready(lines, { discounts: { codes }, ...delivery(destinationIn(market, province)) })
  }

  /** Expects the same amounts from agent and storefront, and returns the agent's checkout. */
  async same(basket: Basket, agent = this.buyer): Promise<Checkout> {
    const checkout = await this.withAgent(basket, agent)
    expectEqual(checkout, await inStorefront({ ...basket, option_id: optionOf(checkout) }))
    return checkout
  }

  /**
   * Repeats `act` in several markets: by default in one with tax-inclusive prices, one with tax-exclusive
   * prices, and one whose currency has no minor units.
   */
  everywhere<T>(
    act: (market: Market, currency: Currency) => Promise<T>,
    currencies: readonly Currency[] = ["eur", "gbp", "jpy"]
  ): Promise<T[]> {
    return Promise.all(currencies.map((currency) => act(this.marketIn(currency), currency)))
  }
}

export const variantOf = ({ variants }: { variants: { id: string }[] }) => variants[0]?.id ?? ""

const destinationIn = ({ country_code }: Market, province?: string) => ({
  ...BERLIN,
  address_country: country_code.toUpperCase(),
  ...(province && { address_region: province }),
})

export const optionOf = ({ fulfillment }: Checkout) =>
  fulfillment?.methods[0]?.groups[0]?.selected_option_id ?? undefined

/** The total discount. */
export const less = (one: Pick<Checkout, "totals">) =>
  Math.abs(amountOf(one, "items_discount") + amountOf(one, "discount"))

/**
 * Expects the total, the prices and the delivery to equal Medusa's own to the minor unit. Discount and tax must
 * be equal, too; where Medusa has fractions of a minor unit, they may be rounded so that all parts add up to
 * the total.
 */
export function expectEqual(checkout: Checkout, cart: StoreCart): void {
  const { exact, total, units } = amountsOf(cart)
  expect({
    currency: checkout.currency,
    subtotal: amountOf(checkout, "subtotal"),
    fulfillment: amountOf(checkout, "fulfillment"),
    total: amountOf(checkout, "total"),
    units: checkout.line_items.map(({ item }) => item.price).sort(),
  }).toEqual({
    currency: cart.currency_code.toUpperCase(),
    subtotal: Math.round(exact.subtotal),
    fulfillment: Math.round(exact.fulfillment),
    total,
    units: units.sort(),
  })
  const least = [exact.discount, exact.tax].every(isWhole) ? 0.001 : 1
  expect(Math.abs(less(checkout) - exact.discount), "the discount").toBeLessThan(least)
  expect(Math.abs(amountOf(checkout, "tax") - exact.tax), "the tax").toBeLessThan(least)
}

/** Whether an amount is whole, despite the inaccuracy of Medusa's divisions. */
const isWhole = (amount: number) => Math.abs(amount - Math.round(amount)) < 0.001
