import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { paymentAtBank } from "../support/bank"
import { ANA, BERLIN, Buyer, type Checkout, amountOf, basketOf, delivery } from "../support/buyer"
import { type CatalogReader, closeCatalog, makeProduct, openCatalog, variant } from "../support/catalog"
import { deliverTo, levyTax, made, openMarket, shippingProfile } from "../support/markets"
import { type Order, adminGet, adminPost, orderNumber } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { campaign, customerGroup, priceList, promote, withdraw } from "../support/promotions"
import { prove } from "../support/shopper"
import { type Basket, type StoreCart, amountsOf, customerToken, inStorefront } from "../support/store-basket"
import { world } from "../support/world"

inOwnWorld()

type Market = Basket["market"]

/** Odd prices, that are not whole any more once they are divided. */
const ODD = { eur: 3.33, ron: 16.66, gbp: 3.33, jpy: 333, kwd: 1.111 }
const DEAR = { eur: 19.99, ron: 99.99, gbp: 18.49, jpy: 2999, kwd: 6.667 }
const SMALL = { eur: 0.07, ron: 0.35, gbp: 0.07, jpy: 7, kwd: 0.023 }

type Currency = keyof typeof ODD
/** Euros and lei are told with tax, the others without it. */
const ALL: readonly Currency[] = ["eur", "ron", "gbp", "jpy", "kwd"]
const markets: Partial<Record<Currency, Market>> = {}
let buyer: Buyer
let catalog: CatalogReader
let odd: string
let dear: string
let small: string
let profile: string

beforeAll(async () => {
  catalog = await openCatalog()
  buyer = await Buyer.forGuests()
  profile = await shippingProfile()
  const { eur = "", ron = "" } = world().shop.region_ids
  markets.eur = { region_id: eur, country_code: "de" }
  markets.ron = { region_id: ron, country_code: "ro" }
  await open("gbp", "gb", 19, 4.99)
  await open("jpy", "jp", 10, 505)
  await open("kwd", "kw", 5, 1.255)
  odd = await product(ODD)
  dear = await product(DEAR)
  small = await product(SMALL)
})

afterEach(withdraw)
afterAll(closeCatalog)

/** A market whose prices are tagged without tax. */
async function open(currency: Currency, country: string, tax: number, parcel: number): Promise<void> {
  const market = await openMarket(currency, country)
  await levyTax(country, tax)
  await deliverTo(country, { [currency]: parcel })
  markets[currency] = market
  // Regions are read again every few seconds.
  await eventually(async () => {
    const { status } = await buyer.get(`/products?limit=1&country=${country.toUpperCase()}`)
    return status === 200 ? true : undefined
  })
}

type Prices = Readonly<Record<string, number>>

/** A new product that is delivered, of one variant. */
function thing(prices: Prices, more: object = {}, of: object = {}) {
  const amounts = Object.entries(prices).map(([currency_code, amount]) => ({ currency_code, amount }))
  return makeProduct({
    title: `Gnomon ${randomUUID()}`,
    shipping_profile_id: profile,
    variants: [
      { ...{ title: "One", options: { Size: "One" }, manage_inventory: false, prices: amounts }, ...more },
    ],
    ...of,
  })
}

const variantOf = ({ variants }: Awaited<ReturnType<typeof thing>>) => variants[0]?.id ?? ""

/** The only variant of a new product. */
const product = async (...one: Parameters<typeof thing>) => variantOf(await thing(...one))

const only = (products: string[]) => [{ attribute: "items.product.id", operator: "in", values: products }]

const destinationIn = ({ country_code }: Market, province?: string) => ({
  ...BERLIN,
  address_country: country_code.toUpperCase(),
  ...(province && { address_region: province }),
})

/** The basket with an agent, delivered in the cheapest way. */
function withAgent({ market, lines, codes = [], province }: Basket, agent = buyer): Promise<Checkout> {
  return agent.ready(lines, { discounts: { codes }, ...delivery(destinationIn(market, province)) })
}

const optionOf = ({ fulfillment }: Checkout) =>
  fulfillment?.methods[0]?.groups[0]?.selected_option_id ?? undefined

/** What is taken off, in all. */
const less = (one: Pick<Checkout, "totals">) =>
  Math.abs(amountOf(one, "items_discount") + amountOf(one, "discount"))

/**
 * The total, the prices and the delivery are Medusa's own, to the minor unit. So are what is taken off and the tax; only
 * where Medusa's are finer than the currency they are rounded so that all sums to the total.
 */
function expectEqual(checkout: Checkout, cart: StoreCart): void {
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
  expect(Math.abs(less(checkout) - exact.discount), "what is taken off").toBeLessThan(least)
  expect(Math.abs(amountOf(checkout, "tax") - exact.tax), "the tax").toBeLessThan(least)
}

/** Medusa's numbers have been divided, and multiplied again. */
const isWhole = (amount: number) => Math.abs(amount - Math.round(amount)) < 0.001

/** Both say the same; the agent's checkout. */
async function same(basket: Basket, agent = buyer): Promise<Checkout> {
  const checkout = await withAgent(basket, agent)
  expectEqual(checkout, await inStorefront({ ...basket, option_id: optionOf(checkout) }))
  return checkout
}

type Lines = Basket["lines"]

function marketIn(currency: Currency): Market {
  const market = markets[currency]
  if (!market) throw new Error(`no market in ${currency}`)
  return market
}

/** Does the same in several markets: by default in one with tax, one without, and one without minor units. */
function everywhere<T>(
  act: (market: Market, currency: Currency) => Promise<T>,
  currencies: readonly Currency[] = ["eur", "gbp", "jpy"]
): Promise<T[]> {
  return Promise.all(currencies.map((currency) => act(marketIn(currency), currency)))
}

describe("the totals of a checkout are Medusa's own, to the minor unit", () => {
  it.each<[string, () => Lines]>([
    ["one piece", () => [[odd, 1]]],
    ["three pieces", () => [[odd, 3]]],
    [
      "many things",
      () => [
        [odd, 7],
        [dear, 13],
        [small, 1],
      ],
    ],
    [
      "the same thing twice",
      () => [
        [odd, 2],
        [odd, 1],
      ],
    ],
    ["a great number", () => [[dear, 10_000]]],
  ])("for %s", async (_, lines) => {
    await everywhere((market) => same({ market, lines: lines() }), ALL)
  })

  const across = { target_type: "order" } as const
  const items = { target_type: "items", allocation: "across" } as const
  const each = { target_type: "items", allocation: "each", max_quantity: 100 } as const
  const parcels = { target_type: "shipping_methods", allocation: "across" } as const
  /** An amount off, in a market's money. */
  const off = (currency: Currency, share = 1) => ({
    ...{ type: "fixed" as const, currency_code: currency },
    value: { eur: 5, ron: 25, gbp: 5, jpy: 500, kwd: 1.5 }[currency] * share,
  })
  const percent = (value: number) => ({ type: "percentage" as const, value })

  it.each<[string, (currency: Currency) => Promise<string>[]]>([
    ["10 % off the lines", () => [promote({ ...percent(10), ...each })]],
    ["33 % off the lines, across them", () => [promote({ ...percent(33), ...items })]],
    ["7 % off the order", () => [promote({ ...percent(7), ...across })]],
    ["an amount off the order", (c) => [promote({ ...off(c), ...across })]],
    [
      "an amount off the order, with tax",
      (c) => [promote({ ...off(c), ...across }, { is_tax_inclusive: true })],
    ],
    ["an amount off each piece", (c) => [promote({ ...off(c, 0.1), ...each })]],
    [
      "an amount off one piece of the cheapest",
      (c) => [promote({ ...off(c, 0.1), ...each, allocation: "once", max_quantity: 1 })],
    ],
    ["delivery for nothing", () => [promote({ ...percent(100), ...parcels })]],
    ["a third off the delivery", () => [promote({ ...percent(33), ...parcels })]],
    ["an amount off the delivery", (c) => [promote({ ...off(c, 0.1), ...parcels })]],
    ["two codes", (c) => [promote({ ...percent(10), ...each }), promote({ ...off(c, 0.5), ...across })]],
    [
      "two codes, one for the delivery",
      () => [promote({ ...percent(12.5), ...items }), promote({ ...percent(50), ...parcels })],
    ],
    [
      "one that is tagged with tax and one without",
      (c) => [
        promote({ ...percent(10), ...each }),
        promote({ ...off(c), ...across }, { is_tax_inclusive: true }),
      ],
    ],
  ])("with %s", async (_, promotions) => {
    await everywhere(async (market, currency) => {
      const codes = await Promise.all(promotions(currency))
      const lines: Lines = [
        [odd, 3],
        [dear, 2],
        [small, 1],
      ]
      const checkout = await same({ market, lines, codes })
      expect(less(checkout)).toBeGreaterThan(0)
      const applied = checkout.discounts?.applied.map(({ code }) => code)
      expect([...(applied ?? [])].sort()).toEqual([...codes].sort())
      expect(checkout.messages ?? []).toEqual([])
    })
  })
})

describe("a promotion", () => {
  it("counts by itself where it is automatic", async () => {
    const sundial = await thing(ODD)
    const variant = variantOf(sundial)
    await promote(
      {
        ...{ type: "percentage", value: 15, target_type: "items", allocation: "each", max_quantity: 9 },
        target_rules: only([sundial.id]),
      },
      { is_automatic: true }
    )
    for (const checkout of await everywhere((market) =>
      same({
        market,
        lines: [
          [variant, 2],
          [odd, 1],
        ],
      })
    )) {
      expect(checkout.discounts).toMatchObject({ codes: [], applied: [{ automatic: true }] })
      expect(amountOf(checkout, "items_discount")).toBeLessThan(0)
    }
  })

  it("gives a third piece for two that are paid for", async () => {
    const sundial = await thing(DEAR)
    const variant = variantOf(sundial)
    const rules = only([sundial.id])
    const code = await promote(
      {
        ...{ type: "percentage", value: 100, target_type: "items", allocation: "each", max_quantity: 1 },
        ...{ apply_to_quantity: 1, buy_rules_min_quantity: 2, buy_rules: rules, target_rules: rules },
      },
      { type: "buyget" }
    )
    await everywhere(async (market) => {
      const two = await withAgent({ market, lines: [[variant, 2]], codes: [code] })
      expect(less(two)).toBe(0)
      const three = await same({ market, lines: [[variant, 3]], codes: [code] })
      expect(less(three)).toBe(three.line_items[0]?.item.price)
    })
  })

  it("is told as what it is: off the lines it is meant for, or off the order", async () => {
    const [tenth, order] = await Promise.all([
      promote({ type: "percentage", value: 10, target_type: "items", allocation: "each", max_quantity: 9 }),
      promote({ type: "percentage", value: 20, target_type: "order" }),
    ])
    const { discounts, ...checkout } = await withAgent({
      market: marketIn("eur"),
      lines: [[dear, 1]],
      codes: [tenth, order],
    })
    expect(amountOf(checkout, "items_discount")).toBeLessThan(0)
    expect(amountOf(checkout, "discount")).toBeLessThan(0)
    expect(discounts?.applied.find(({ code }) => code === tenth)).toMatchObject({
      method: "each",
      allocations: [{ path: "$.line_items[0]", amount: -amountOf(checkout, "items_discount") }],
    })
    const across = discounts?.applied.find(({ code }) => code === order)
    expect(across).toMatchObject({ method: "across", amount: -amountOf(checkout, "discount") })
    expect(across).not.toHaveProperty("allocations")
  })

  it("for the delivery is not refused before there is one", async () => {
    const code = await promote({
      ...{ type: "percentage", value: 100, target_type: "shipping_methods", allocation: "across" },
    })
    const body = { ...basketOf([[odd, 1]]), discounts: { codes: [code] } }
    const cart = await buyer.cart(buyer.send(buyer.carts, { body }), 201)
    expect(cart.messages ?? []).toEqual([])
    const checkout = await buyer.checkout(
      buyer.send(buyer.checkouts, { body: { cart_id: cart.id, buyer: ANA, ...delivery() } }),
      201
    )
    expect(checkout.messages?.map(({ code }) => code)).toEqual(["missing"])
    const chosen = await buyer.choose(checkout)
    expect(amountOf(chosen, "fulfillment")).toBeGreaterThan(0)
    expect(amountOf(chosen, "discount")).toBe(-amountOf(chosen, "fulfillment"))
  })

  const tenth = { type: "percentage", value: 10, target_type: "items", allocation: "across" } as const

  const SPENT = { type: "spend", limit: 0.01, currency_code: "eur" }

  it.each<[string, () => Promise<string[]>, string | undefined]>([
    ["an unknown code", () => Promise.resolve(["NEVER-HEARD"]), "discount_code_invalid"],
    ["one that is a draft", async () => [await promote(tenth, { status: "draft" })], "discount_code_invalid"],
    [
      "one whose campaign is over",
      async () => [await promote(tenth, campaign({ ends_at: "2020-01-01" }))],
      "discount_code_expired",
    ],
    [
      "one whose campaign has not begun",
      async () => [await promote(tenth, campaign({ starts_at: "2099-01-01" }))],
      "discount_code_expired",
    ],
    [
      "one whose budget is spent",
      async () => [await promote({ ...tenth, currency_code: "eur" }, campaign({ budget: SPENT }))],
      "discount_code_user_ineligible",
    ],
    [
      "one in another currency",
      async () => [await promote({ ...tenth, type: "fixed", currency_code: "ron" })],
      "discount_code_user_ineligible",
    ],
  ])("does not count for %s", async (_, make, why) => {
    const codes = await make()
    const lines: Lines = [[dear, 1]]
    const checkout = await withAgent({ market: marketIn("eur"), lines, codes })
    expectEqual(
      checkout,
      await inStorefront({ market: marketIn("eur"), lines, option_id: optionOf(checkout) })
    )
    expect(checkout.status).toBe("ready_for_complete")
    expect(checkout.discounts).toEqual({ codes, applied: [] })
    expect(checkout.messages).toEqual([
      expect.objectContaining({ type: "warning", code: why, path: "$.discounts.codes[0]" }),
    ])
  })

  it("counts however its code is written, and once", async () => {
    const code = await promote(tenth)
    const basket = { market: marketIn("eur"), lines: [[dear, 3]] as Lines }
    const checkout = await withAgent({ ...basket, codes: [code.toLowerCase(), code] })
    expectEqual(checkout, await inStorefront({ ...basket, codes: [code], option_id: optionOf(checkout) }))
    expect(checkout.discounts).toMatchObject({
      codes: [code.toLowerCase(), code],
      applied: [{ code: code.toLowerCase() }],
    })
    expect(checkout.messages).toEqual([
      expect.objectContaining({ code: "discount_code_already_applied", path: "$.discounts.codes[1]" }),
    ])
  })

  it("that each customer may use once needs to know who buys, and counts then", async () => {
    const budget = { type: "use_by_attribute", attribute: "customer_email", limit: 1 }
    const code = await promote(tenth, campaign({ budget }))
    const body = { ...basketOf([[dear, 1]]), discounts: { codes: [code] } }
    const cart = await buyer.cart(buyer.send(buyer.carts, { body }), 201)
    expect(less(cart)).toBe(0)
    expect(cart.messages).toEqual([
      expect.objectContaining({ code: "discount_code_user_ineligible", path: "$.discounts.codes[0]" }),
    ])
    const known = await same({ market: marketIn("eur"), lines: [[dear, 1]], codes: [code] })
    expect(less(known)).toBeGreaterThan(0)
  })
})

describe("a customer", () => {
  let ana: Buyer
  let token: string
  let id: string
  beforeAll(async () => {
    ana = await Buyer.forCustomer()
    token = await customerToken()
    const { customers } = await adminGet<{ customers: { id: string; has_account: boolean }[] }>(
      "/admin/customers?email=ana@example.com"
    )
    id = customers.find((one) => one.has_account)?.id ?? ""
  })

  it("has the promotions of his group, which nobody else has", async () => {
    const group = await customerGroup([id])
    const rules = [{ attribute: "customer.groups.id", operator: "in", values: [group] }]
    const method = { type: "percentage", value: 25, target_type: "order" } as const
    const code = await promote(method, { rules })
    const basket = { lines: [[odd, 3]] as Lines, codes: [code] }
    await everywhere(async (market) => {
      expect(less(await same({ market, ...basket, token }, ana))).toBeGreaterThan(0)
      const guest = await same({ market, ...basket })
      expect(less(guest)).toBe(0)
      expect(guest.messages?.map(({ code }) => code)).toEqual(["discount_code_user_ineligible"])
    })
  })

  it("has the prices of his group, which nobody else has", async () => {
    const variant_id = await product(DEAR)
    const group = await customerGroup([id])
    await priceList(
      [
        { variant_id, currency_code: "eur", amount: 13.37 },
        { variant_id, currency_code: "jpy", amount: 1337 },
      ],
      { rules: { "customer.groups.id": [group] } }
    )
    for (const [market, price] of [
      [marketIn("eur"), 1337],
      [marketIn("jpy"), 1337],
    ] as const) {
      const lines: Lines = [[variant_id, 3]]
      const own = await same({ market, lines, token }, ana)
      expect(own.line_items[0]?.item.price).toBe(price)
      expect((await same({ market, lines })).line_items[0]?.item.price).not.toBe(price)
    }
  })
})

describe("prices", () => {
  it("are those of a price list, and of the number of pieces", async () => {
    const variant_id = await product(DEAR)
    await priceList([
      { variant_id, currency_code: "eur", amount: 17.77 },
      { variant_id, currency_code: "eur", amount: 11.11, min_quantity: 10 },
      { variant_id, currency_code: "jpy", amount: 1111, min_quantity: 10 },
    ])
    const price = async (currency: Currency, quantity: number) =>
      (await same({ market: marketIn(currency), lines: [[variant_id, quantity]] })).line_items[0]?.item.price
    expect([await price("eur", 9), await price("eur", 10)]).toEqual([1777, 1111])
    expect([await price("jpy", 9), await price("jpy", 10)]).toEqual([2999, 1111])
  })

  it("tagged with tax and without it may lie in one basket", async () => {
    await preferGross(true)
    const { region_id } = marketIn("gbp")
    const own = await product({}, { prices: [{ currency_code: "gbp", amount: 7.77, rules: { region_id } }] })
    const lines: Lines = [
      [own, 3],
      [odd, 3],
    ]
    const market = marketIn("gbp")
    const code = await promote({ type: "percentage", value: 10, target_type: "order" })
    try {
      for (const codes of [[], [code]]) {
        const checkout = await withAgent({ market, lines, codes })
        const cart = await inStorefront({ market, lines, codes, option_id: optionOf(checkout) })
        expect(cart.items.map((item) => item.is_tax_inclusive).sort()).toEqual([false, true])
        expectEqual(checkout, cart)
      }
    } finally {
      await preferGross(false)
    }
  })

  /** Whether prices in pounds are tagged with tax, where they are not of the region. */
  async function preferGross(is_tax_inclusive: boolean): Promise<void> {
    const path = "/admin/price-preferences"
    const { price_preferences } = await adminGet<{ price_preferences: { id: string }[] }>(
      `${path}?attribute=currency_code&value=gbp`
    )
    const [known] = price_preferences
    const preference = { attribute: "currency_code", value: "gbp", is_tax_inclusive }
    await made(known ? `${path}/${known.id}` : path, preference)
  }

  it("have the tax of the province they are delivered to, however it is written", async () => {
    await levyTax("gb", 3, "gb-sct")
    const basket = { market: marketIn("gbp"), lines: [[odd, 3]] as Lines }
    const checkout = await withAgent({ ...basket, province: "SCT" })
    const cart = await inStorefront({ ...basket, province: "gb-sct", option_id: optionOf(checkout) })
    expectEqual(checkout, cart)
    await same({ ...basket, province: "GB-SCT" })
    const elsewhere = await same({ ...basket, province: "Kent" })
    expect(amountOf(elsewhere, "tax")).toBeGreaterThan(amountOf(checkout, "tax"))
  })
})

describe("what there is not enough of", () => {
  /** A variant of which there are so many pieces. */
  async function stocked(pieces: number): Promise<string> {
    const sku = `SCARCE-${randomUUID()}`
    const variant = await product({ eur: 10 }, { manage_inventory: true, sku })
    const { inventory_items } = await adminGet<{ inventory_items: { id: string }[] }>(
      `/admin/inventory-items?sku=${sku}`
    )
    const { stock_locations } = await adminGet<{ stock_locations: { id: string }[] }>(
      "/admin/stock-locations"
    )
    await made(`/admin/inventory-items/${inventory_items[0]?.id}/location-levels`, {
      location_id: stock_locations[0]?.id,
      stocked_quantity: pieces,
    })
    return variant
  }

  const begin = (lines: Lines) =>
    buyer.send(buyer.checkouts, { body: { ...basketOf(lines), buyer: ANA, ...delivery() } })

  it("is had as far as it goes, and the buyer is told", async () => {
    const scarce = await stocked(2)
    const begun = await buyer.checkout(
      begin([
        [odd, 1],
        [scarce, 5],
      ]),
      201
    )
    expect(begun.line_items.map(({ quantity }) => quantity)).toEqual([1, 2])
    expect(begun.messages).toContainEqual(
      expect.objectContaining({
        type: "warning",
        code: "quantity_adjusted",
        path: "$.line_items[1].quantity",
      })
    )
    const market = marketIn("eur")
    const chosen = await buyer.choose(begun)
    expectEqual(
      chosen,
      await inStorefront({
        market,
        lines: [
          [odd, 1],
          [scarce, 2],
        ],
        option_id: optionOf(chosen),
      })
    )
    expect(chosen.status).toBe("ready_for_complete")
  })

  it("is shared by the lines that ask for it, the first first", async () => {
    const scarce = await stocked(3)
    const begun = await buyer.checkout(
      begin([
        [scarce, 2],
        [scarce, 2],
        [scarce, 1],
      ]),
      201
    )
    expect(begun.line_items.map(({ quantity }) => quantity)).toEqual([2, 1])
    expect(begun.messages?.map(({ code }) => code).sort()).toEqual([
      "missing",
      "out_of_stock",
      "quantity_adjusted",
    ])
  })

  it("is no reason not to buy the rest", async () => {
    const gone = await stocked(0)
    const begun = await buyer.checkout(
      begin([
        [gone, 1],
        [odd, 2],
      ]),
      201
    )
    expect(begun.line_items.map(({ item }) => item.id)).toEqual([odd])
    expect(begun.messages).toContainEqual(
      expect.objectContaining({ type: "error", code: "out_of_stock", severity: "recoverable" })
    )
  })

  it("is an error when there is nothing else", async () => {
    const gone = await stocked(0)
    const { status, body } = await begin([[gone, 1]])
    expect([status, body]).toMatchObject([
      200,
      { ucp: { status: "error" }, messages: [{ code: "out_of_stock", severity: "unrecoverable" }] },
    ])
    expect(body).not.toHaveProperty("id")
  })

  it("is seen anew with every change", async () => {
    const scarce = await stocked(5)
    const ready = await buyer.ready([[scarce, 5]])
    await buyer.buy([[scarce, 3]])
    const body = { line_items: [{ item: { id: scarce }, quantity: 5 }] }
    const changed = await buyer.checkout(
      buyer.send(`${buyer.checkouts}/${ready.id}`, { method: "PUT", body })
    )
    expect(changed.line_items.map(({ quantity }) => quantity)).toEqual([2])
    expect(changed.messages?.map(({ code }) => code)).toEqual(["quantity_adjusted"])
  })
})

describe("an item", () => {
  it("is known by its id, its article number, and where it is the only one by its product", async () => {
    const sku = `SUN-${Date.now()}`
    const { id, medusa_id, variants } = await catalog.listed({
      title: `Armillary ${randomUUID()}`,
      variants: [variant(5, 25, { sku })],
    })
    const only = variants[0]?.id ?? ""
    for (const name of [only, sku, medusa_id, String(id)]) {
      const cart = await buyer.cart(buyer.send(buyer.carts, { body: basketOf([[name, 1]]) }), 201)
      expect(cart.line_items.map(({ item }) => item.id)).toEqual([only])
    }
  })

  it.each<[string, () => Promise<string>]>([
    ["nobody knows", () => Promise.resolve("variant_unknown")],
    ["is a draft", () => product({ eur: 5 }, {}, { status: "draft" })],
    [
      "is sold in another sales channel",
      async () => product({ eur: 5 }, {}, { sales_channels: [{ id: await otherChannel() }] }),
    ],
    ["has no price in the market", () => product({ ron: 5 })],
  ])("that %s is not sold", async (_, make) => {
    const item = await make()
    const context = { address_country: "DE" }
    const alone = await buyer.send(buyer.checkouts, { body: { ...basketOf([[item, 1]]), context } })
    expect([alone.status, alone.body]).toMatchObject([
      200,
      { ucp: { status: "error" }, messages: [{ code: "item_unavailable", severity: "unrecoverable" }] },
    ])
    const lines: Lines = [
      [item, 1],
      [odd, 1],
    ]
    const body = { ...basketOf(lines), context }
    const beside = await buyer.checkout(buyer.send(buyer.checkouts, { body }), 201)
    expect(beside.line_items.map(({ item }) => item.id)).toEqual([odd])
    expect(beside.messages).toContainEqual(
      expect.objectContaining({ code: "item_unavailable", severity: "recoverable" })
    )
  })

  async function otherChannel(): Promise<string> {
    const answer = await adminPost("/admin/sales-channels", { name: `Elsewhere ${Date.now()}` })
    return ((await answer.json()) as { sales_channel: { id: string } }).sales_channel.id
  }
})

describe("a purchase", () => {
  /** Pays for it; the order, once the bank's word has reached it. */
  async function paidOrder(ready: Checkout): Promise<Order> {
    const total = amountOf(ready, "total")
    const { continue_url = "" } = await buyer.checkout(buyer.complete(ready.id))
    expect(await paymentAtBank(continue_url)).toMatchObject({ amount: total, currency: ready.currency })
    await prove(continue_url)
    const completed = await buyer.becomes(ready.id, "completed")
    expect(completed.totals).toEqual(ready.totals)
    return eventually(async () => {
      const order = await orderNumber(Number(completed.order?.id))
      return order.payment_status === "captured" ? order : undefined
    })
  }

  it.each<[Currency, number]>([
    ["jpy", 1],
    ["kwd", 1000],
    ["eur", 100],
  ])(
    "in %s is paid at the bank to the last minor unit, and the order says the same",
    async (currency, unit) => {
      const code = await promote({ type: "percentage", value: 10, target_type: "order" })
      const lines: Lines = [
        [odd, 3],
        [dear, 1],
      ]
      const ready = await same({ market: marketIn(currency), lines, codes: [code] })
      const order = await paidOrder(ready)
      expect(order.currency_code).toBe(currency)
      expect(Math.round(order.total * unit)).toBe(amountOf(ready, "total"))
    }
  )

  it("whose total lies between two cents is paid as it was told", async () => {
    const code = await promote({
      ...{ type: "fixed", value: 0.5, currency_code: "eur" },
      ...{ target_type: "shipping_methods", allocation: "across" },
    })
    const lines: Lines = [
      [odd, 3],
      [dear, 2],
      [small, 1],
    ]
    const ready = await same({ market: marketIn("eur"), lines, codes: [code] })
    expect(amountOf(ready, "total")).toBe(5445)
    expect((await paidOrder(ready)).total).toBe(54.445)
  })
})
