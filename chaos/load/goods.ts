import { CATALOG } from "../../demo/catalog"
import { sql } from "../../integration-tests/support/database"
import { levyTax, made, type Market, offer, openMarket } from "../../integration-tests/support/markets"
import { promote } from "../../integration-tests/support/promotions"
import { world } from "../../integration-tests/support/world"
import type { Random } from "../random"
import { minorOf } from "./major"

/** A place the store sells to. Prices of the euro and the leu include tax. */
interface ChaosMarket extends Market {
  readonly currency: string
  /** In percent, on top of the prices. */
  readonly tax: number
}

/** One thing to buy, with its price in minor units by currency. */
interface Good {
  readonly variant_id: string
  readonly prices: Readonly<Record<string, number>>
}

/** What lives can buy. */
export interface Goods {
  readonly markets: readonly ChaosMarket[]
  /** Sold in every market, and delivered nowhere. */
  readonly digital: readonly Good[]
  /** In stock, and delivered to Germany for `DELIVERY`. */
  readonly stocked: readonly Good[]
  /** Discount codes by what they take off the goods, in percent. */
  readonly codes: Readonly<Record<number, string>>
  /** Sells in euro, and levies no tax: what the staff write there comes to what they have written, in all of Medusa's sums. */
  readonly untaxed: Market
  /** Codes that leave nothing to be paid. */
  readonly free: readonly string[]
}

/** The cheapest way to Germany, in euro cents. */
export const DELIVERY = 500

/** Half of these lies between two minor units; some are not whole in binary. Major units. */
const ODD = [
  { eur: 1.31, ron: 6.15, jpy: 131, kwd: 1.111 },
  { eur: 12.25, ron: 59.95, jpy: 1225, kwd: 3.335 },
  { eur: 19.99, ron: 99.99, jpy: 2999, kwd: 6.667 },
  { eur: 29.95, ron: 149.05, jpy: 4995, kwd: 9.945 },
]
const PERCENT = [50, 10, 33]

/** Opens the markets, and puts goods and discounts into them. */
export async function stockUp(): Promise<Goods> {
  const { eur = "", ron = "" } = world().shop.region_ids
  const markets = [
    { region_id: eur, country_code: "de", currency: "EUR", tax: 0 },
    { region_id: ron, country_code: "ro", currency: "RON", tax: 0 },
    { ...(await openMarket("jpy", "jp")), currency: "JPY", tax: 10 },
    { ...(await openMarket("kwd", "kw")), currency: "KWD", tax: 5 },
  ]
  for (const { country_code, tax } of markets) if (tax) await levyTax(country_code, tax)
  return {
    markets,
    digital: await digital(),
    stocked: await stocked(),
    untaxed: await untaxedMarket(),
    codes: Object.fromEntries(
      await Promise.all(PERCENT.map(async (off) => [off, await takeOff(off)] as const))
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

async function untaxedMarket(): Promise<Market> {
  const { region } = await made<{ region: { id: string } }>("/admin/regions", {
    ...{ name: "Ireland", currency_code: "eur", countries: ["ie"], payment_providers: ["pp_gateway_bank"] },
  })
  return { region_id: region.id, country_code: "ie" }
}

/** One after another: their titles are of the moment. */
async function digital(): Promise<Good[]> {
  const goods: Good[] = []
  for (const prices of ODD) goods.push(good(await offer(prices), prices))
  return goods
}

const takeOff = (value: number) =>
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

/** The demo's own goods: the sold-out one, too, has stock in this run. */
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

/** What a life buys, and what it must come to. */
export interface Basket {
  readonly market: ChaosMarket
  readonly lines: [variant_id: string, quantity: number][]
  readonly codes: string[]
  readonly is_delivered: boolean
  readonly amount: number
  readonly currency: string
}

/** Goods without delivery, in any market, perhaps at a discount. */
export function drawDigital(random: Random, goods: Goods): Basket {
  return basketOf(random, goods, { market: random.pick(goods.markets), from: goods.digital, delivery: 0 })
}

/** Goods that are delivered to Germany, perhaps at a discount. */
export function drawDelivered(random: Random, goods: Goods): Basket {
  const [market] = goods.markets
  if (!market) throw new Error("no market is open")
  return basketOf(random, goods, { market, from: goods.stocked, delivery: DELIVERY })
}

function basketOf(
  random: Random,
  { codes }: Goods,
  { market, from, delivery }: { market: ChaosMarket; from: readonly Good[]; delivery: number }
): Basket {
  const [good, quantity] = [random.pick(from), random.pick([1, 1, 2, 3])]
  const off = random.pick([0, 0, ...PERCENT])
  const price = good.prices[market.currency] ?? 0
  // Exactly: as a fraction of ten thousand.
  const tenThousandths = BigInt(price * quantity) * BigInt(100 - off) * BigInt(100 + market.tax)
  return {
    market,
    lines: [[good.variant_id, quantity]],
    codes: off ? [codes[off] ?? ""] : [],
    is_delivered: delivery > 0,
    amount: Number((tenThousandths + 5000n) / 10_000n) + delivery,
    currency: market.currency,
  }
}

/** The same for nothing. */
export function atNoCost(basket: Basket, { free }: Goods): Basket {
  return { ...basket, codes: [...free], amount: 0 }
}
