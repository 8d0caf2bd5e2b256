import { randomUUID } from "node:crypto"
import { CATALOG } from "../../demo/catalog"
import { sql } from "../../integration-tests/support/database"
import { levyTax, made, type Market, offer, openMarket } from "../../integration-tests/support/markets"
import { promote } from "../../integration-tests/support/promotions"
import { world } from "../../integration-tests/support/world"
import type { ChaosMode } from "../modes/chaos-mode"
import type { Random } from "../random"
import type { Endings } from "./amounts"
import { majorOf, minorOf } from "./major"

/** A region and country of the store. Prices in euro and leu include tax. */
interface ChaosMarket extends Market {
  readonly currency: string
  /** Tax in percent that is added to the prices. */
  readonly tax: number
}

/** A variant with its prices in minor units, by currency. */
interface Good {
  readonly variant_id: string
  readonly prices: Readonly<Record<string, number>>
}

/** The products and discounts of a run. */
export interface Goods {
  readonly markets: readonly ChaosMarket[]
  /** Sold in every market, without shipping. */
  readonly digital: readonly Good[]
  /** In stock, and shipped to Germany for `SHIPPING`. */
  readonly stocked: readonly Good[]
  /** Discount codes by the percentage that they take off the items. */
  readonly codes: Readonly<Record<number, string>>
  /** A market in euro without tax, so that the total of an order is the amount that the staff entered. */
  readonly untaxed: Market
  /** Codes that together make an order free of charge. */
  readonly free: readonly string[]
  /** The amounts at which the bank fails. */
  readonly endings: Endings
}

/** The price of the cheapest shipping option to Germany, in euro cents. */
export const SHIPPING = 500

/** Prices in major units whose half is not a whole number of minor units, or which are inexact in binary. */
const ODD_PRICES = [
  { eur: 1.31, ron: 6.15, jpy: 131, kwd: 1.111 },
  { eur: 12.25, ron: 59.95, jpy: 1225, kwd: 3.335 },
  { eur: 19.99, ron: 99.99, jpy: 2999, kwd: 6.667 },
  { eur: 29.95, ron: 149.05, jpy: 4995, kwd: 9.945 },
]
const DISCOUNTS = [50, 10, 33]

/** Creates the markets, products and discounts. New markets are paid through `provider`. */
export async function stockUp({
  endings,
  provider,
}: Pick<ChaosMode, "endings" | "provider">): Promise<Goods> {
  const { eur = "", ron = "" } = world().shop.region_ids
  const markets = [
    { region_id: eur, country_code: "de", currency: "EUR", tax: 0 },
    { region_id: ron, country_code: "ro", currency: "RON", tax: 0 },
    { ...(await openMarket("jpy", "jp", provider)), currency: "JPY", tax: 10 },
    { ...(await openMarket("kwd", "kw", provider)), currency: "KWD", tax: 5 },
  ]
  for (const { country_code, tax } of markets) if (tax) await levyTax(country_code, tax)
  return {
    markets,
    endings,
    digital: await digital(),
    stocked: await stocked(),
    untaxed: await untaxedMarket(provider),
    codes: Object.fromEntries(
      await Promise.all(DISCOUNTS.map(async (percent) => [percent, await createDiscount(percent)] as const))
    ),
    free: [
      await promote({ type: "percentage", target_type: "order", value: 100 }),
      await promote({
        type: "percentage",
        target_type: "shipping_methods",
        allocation: "across",
        value: 100,
      }),
    ],
  }
}

async function untaxedMarket(provider: string): Promise<Market> {
  const { region } = await made<{ region: { id: string } }>("/admin/regions", {
    name: "Ireland",
    currency_code: "eur",
    countries: ["ie"],
    payment_providers: [provider],
  })
  return { region_id: region.id, country_code: "ie" }
}

/** One after another, because their titles are made from the current time. */
async function digital(): Promise<Good[]> {
  const goods: Good[] = []
  for (const prices of ODD_PRICES) goods.push(good(await offer(prices), prices))
  return goods
}

const createDiscount = (value: number) =>
  promote({ type: "percentage", value, target_type: "items", allocation: "each", max_quantity: 100 })

const good = (variant_id: string, prices: Record<string, number>): Good => ({
  variant_id,
  prices: Object.fromEntries(
    Object.entries(prices).map(([currency, price]) => {
      const name = currency.toUpperCase()
      return [name, minorOf(price, name)]
    })
  ),
})

/** The demo's products. In this run the sold-out one has stock, too. */
async function stocked(): Promise<Good[]> {
  const rows = await sql<{ id: string; sku: string }>(
    "select id, sku from product_variant where sku is not null"
  )
  return CATALOG.flatMap(({ variants }) =>
    variants.flatMap(([, sku, eur, ron]) =>
      rows.filter((row) => row.sku === sku).map(({ id }) => good(id, { eur, ron }))
    )
  )
}

/** The items of a purchase, and the expected amount. */
export interface Basket {
  readonly market: ChaosMarket
  readonly lines: [variant_id: string, quantity: number][]
  readonly codes: string[]
  readonly is_shipped: boolean
  readonly amount: number
  readonly currency: string
  /** Whether the total has half a minor unit for a quantity: because of rounding errors, it may be rounded either way. */
  readonly has_half: boolean
  /** The amount for another quantity of the item, in minor units. */
  amountOf(quantity: number): number
}

/** Items without shipping, in any market, with or without a discount. */
export function drawDigital(random: Random, goods: Goods): Basket {
  return basketOf(random, goods, { market: random.pick(goods.markets), from: goods.digital, shipping: 0 })
}

/** Items that are shipped to Germany, with or without a discount. */
export function drawShipped(random: Random, goods: Goods): Basket {
  const [market] = goods.markets
  if (!market) throw new Error("There is no market.")
  return basketOf(random, goods, { market, from: goods.stocked, shipping: SHIPPING })
}

/** The quantities of a purchase, also of one that its customer has changed. */
const QUANTITIES = [1, 2, 3, 4]

function basketOf(
  random: Random,
  { codes }: Goods,
  { market, from, shipping }: { market: ChaosMarket; from: readonly Good[]; shipping: number }
): Basket {
  const [good, quantity] = [random.pick(from), random.pick([1, 1, 2, 3])]
  const discount = random.pick([0, 0, ...DISCOUNTS])
  const price = good.prices[market.currency] ?? 0
  // Computed exactly, in units of a ten-thousandth.
  const tenThousandths = (units: number) =>
    BigInt(price * units) * BigInt(100 - discount) * BigInt(100 + market.tax)
  const amountOf = (units: number) => Number((tenThousandths(units) + 5000n) / 10_000n) + shipping
  return {
    market,
    lines: [[good.variant_id, quantity]],
    codes: discount ? [codes[discount] ?? ""] : [],
    is_shipped: shipping > 0,
    amount: amountOf(quantity),
    amountOf,
    has_half: QUANTITIES.some((units) => tenThousandths(units) % 10_000n === 5000n),
    currency: market.currency,
  }
}

/** A basket with one item in euro whose price is `before`, in euro cents, until it changes to the amount of the basket. */
export function drawRepriced(random: Random, { markets }: Goods): { basket: Basket; before: number } {
  const [market] = markets
  if (!market) throw new Error("There is no market.")
  const { currency } = market
  const [amount, before] = [random.whole(100, 9000), random.whole(100, 9000)]
  const amountOf = (quantity: number) => amount * quantity
  const empty = { market, lines: [], codes: [], is_shipped: false, has_half: false }
  return { before, basket: { ...empty, amount, amountOf, currency } }
}

/** Creates an item without shipping at a price in euro cents. Returns its variant. */
export const newGood = (title: string, cents: number): Promise<string> =>
  offer({ eur: majorOf(cents, "EUR") }, `${title} ${randomUUID()}`)

/** The same basket, free of charge. */
export function atNoCost(basket: Basket, { free }: Goods): Basket {
  return { ...basket, codes: [...free], amount: 0, amountOf: () => 0 }
}
