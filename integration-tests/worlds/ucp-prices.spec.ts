import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { ANA, amountOf, basketOf, delivery } from "../support/buyer"
import { variant } from "../support/catalog"
import { levyTax, made } from "../support/markets"
import { adminGet, adminPost } from "../support/merchant"
import { type Currency, DEAR, type Lines, ParityStore, expectEqual, optionOf } from "../support/parity"
import { priceList, promote } from "../support/promotions"
import { inStorefront } from "../support/store-basket"

const shop = ParityStore.forThisFile()

describe("prices", () => {
  it("follow price lists and quantities", async () => {
    const variant_id = await shop.product(DEAR)
    await priceList([
      { variant_id, currency_code: "eur", amount: 17.77 },
      { variant_id, currency_code: "eur", amount: 11.11, min_quantity: 10 },
      { variant_id, currency_code: "jpy", amount: 1111, min_quantity: 10 },
    ])
    const price = async (currency: Currency, quantity: number) =>
      (await shop.same({ market: shop.marketIn(currency), lines: [[variant_id, quantity]] })).line_items[0]
        ?.item.price
    expect([await price("eur", 9), await price("eur", 10)]).toEqual([1777, 1111])
    expect([await price("jpy", 9), await price("jpy", 10)]).toEqual([2999, 1111])
  })

  it("may be tax-inclusive and tax-exclusive in one cart", async () => {
    await preferGross(true)
    const { region_id } = shop.marketIn("gbp")
    const own = await shop.product(
      {},
      { prices: [{ currency_code: "gbp", amount: 7.77, rules: { region_id } }] }
    )
    const lines: Lines = [
      [own, 3],
      [shop.odd, 3],
    ]
    const market = shop.marketIn("gbp")
    const code = await promote({ type: "percentage", value: 10, target_type: "order" })
    try {
      for (const codes of [[], [code]]) {
        const checkout = await shop.withAgent({ market, lines, codes })
        const cart = await inStorefront({ market, lines, codes, option_id: optionOf(checkout) })
        expect(cart.items.map((item) => item.is_tax_inclusive).sort()).toEqual([false, true])
        expectEqual(checkout, cart)
      }
    } finally {
      await preferGross(false)
    }
  })

  /** Whether prices in pounds without a region are tax-inclusive. */
  async function preferGross(is_tax_inclusive: boolean): Promise<void> {
    const path = "/admin/price-preferences"
    const { price_preferences } = await adminGet<{ price_preferences: { id: string }[] }>(
      `${path}?attribute=currency_code&value=gbp`
    )
    const [known] = price_preferences
    const preference = { attribute: "currency_code", value: "gbp", is_tax_inclusive }
    await made(known ? `${path}/${known.id}` : path, preference)
  }

  it("include the tax of the delivery province, in any notation", async () => {
    await levyTax("gb", 3, "gb-sct")
    const basket = { market: shop.marketIn("gbp"), lines: [[shop.odd, 3]] as Lines }
    const checkout = await shop.withAgent({ ...basket, province: "SCT" })
    const cart = await inStorefront({ ...basket, province: "gb-sct", option_id: optionOf(checkout) })
    expectEqual(checkout, cart)
    await shop.same({ ...basket, province: "GB-SCT" })
    const elsewhere = await shop.same({ ...basket, province: "Kent" })
    expect(amountOf(elsewhere, "tax")).toBeGreaterThan(amountOf(checkout, "tax"))
  })
})

describe("an item with insufficient stock", () => {
  /** A variant with this many units in stock. */
  async function stocked(units: number): Promise<string> {
    const sku = `SCARCE-${randomUUID()}`
    const variant = await shop.product({ eur: 10 }, { manage_inventory: true, sku })
    const { inventory_items } = await adminGet<{ inventory_items: { id: string }[] }>(
      `/admin/inventory-items?sku=${sku}`
    )
    const { stock_locations } = await adminGet<{ stock_locations: { id: string }[] }>(
      "/admin/stock-locations"
    )
    await made(`/admin/inventory-items/${inventory_items[0]?.id}/location-levels`, {
      location_id: stock_locations[0]?.id,
      stocked_quantity: units,
    })
    return variant
  }

  const begin = (lines: Lines) =>
    shop.buyer.send(shop.buyer.checkouts, { body: { ...basketOf(lines), buyer: ANA, ...delivery() } })

  it("is sold as far as the stock reaches, with a warning", async () => {
    const scarce = await stocked(2)
    const begun = await shop.buyer.checkout(
      begin([
        [shop.odd, 1],
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
    const market = shop.marketIn("eur")
    const chosen = await shop.buyer.choose(begun)
    expectEqual(
      chosen,
      await inStorefront({
        market,
        lines: [
          [shop.odd, 1],
          [scarce, 2],
        ],
        option_id: optionOf(chosen),
      })
    )
    expect(chosen.status).toBe("ready_for_complete")
  })

  it("is assigned to the lines in order", async () => {
    const scarce = await stocked(3)
    const begun = await shop.buyer.checkout(
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

  it("does not prevent buying the other items", async () => {
    const gone = await stocked(0)
    const begun = await shop.buyer.checkout(
      begin([
        [gone, 1],
        [shop.odd, 2],
      ]),
      201
    )
    expect(begun.line_items.map(({ item }) => item.id)).toEqual([shop.odd])
    expect(begun.messages).toContainEqual(
      expect.objectContaining({ type: "error", code: "out_of_stock", severity: "recoverable" })
    )
  })

  it("is an error when there are no other items", async () => {
    const gone = await stocked(0)
    const { status, body } = await begin([[gone, 1]])
    expect([status, body]).toMatchObject([
      200,
      { ucp: { status: "error" }, messages: [{ code: "out_of_stock", severity: "unrecoverable" }] },
    ])
    expect(body).not.toHaveProperty("id")
  })

  it("is checked again with every change", async () => {
    const scarce = await stocked(5)
    const ready = await shop.buyer.ready([[scarce, 5]])
    await shop.buyer.buy([[scarce, 3]])
    const body = { line_items: [{ item: { id: scarce }, quantity: 5 }] }
    const changed = await shop.buyer.checkout(
      shop.buyer.send(`${shop.buyer.checkouts}/${ready.id}`, { method: "PUT", body })
    )
    expect(changed.line_items.map(({ quantity }) => quantity)).toEqual([2])
    expect(changed.messages?.map(({ code }) => code)).toEqual(["quantity_adjusted", "total_changed"])
  })
})

describe("an item", () => {
  it("is found by its id, its SKU, and by its product if that has one variant", async () => {
    const sku = `SUN-${Date.now()}`
    const { id, medusa_id, variants } = await shop.catalog.listed({
      title: `Armillary ${randomUUID()}`,
      variants: [variant(5, 25, { sku })],
    })
    const only = variants[0]?.id ?? ""
    for (const name of [only, sku, medusa_id, String(id)]) {
      const cart = await shop.buyer.cart(
        shop.buyer.send(shop.buyer.carts, { body: basketOf([[name, 1]]) }),
        201
      )
      expect(cart.line_items.map(({ item }) => item.id)).toEqual([only])
    }
  })

  it.each<[string, () => Promise<string>]>([
    ["is unknown", () => Promise.resolve("variant_unknown")],
    ["is a draft", () => shop.product({ eur: 5 }, {}, { status: "draft" })],
    [
      "is sold in another sales channel",
      async () => shop.product({ eur: 5 }, {}, { sales_channels: [{ id: await otherChannel() }] }),
    ],
    ["has no price in the market", () => shop.product({ ron: 5 })],
  ])("that %s is not sold", async (_, make) => {
    const item = await make()
    const context = { address_country: "DE" }
    const alone = await shop.buyer.send(shop.buyer.checkouts, { body: { ...basketOf([[item, 1]]), context } })
    expect([alone.status, alone.body]).toMatchObject([
      200,
      { ucp: { status: "error" }, messages: [{ code: "item_unavailable", severity: "unrecoverable" }] },
    ])
    const lines: Lines = [
      [item, 1],
      [shop.odd, 1],
    ]
    const body = { ...basketOf(lines), context }
    const beside = await shop.buyer.checkout(shop.buyer.send(shop.buyer.checkouts, { body }), 201)
    expect(beside.line_items.map(({ item }) => item.id)).toEqual([shop.odd])
    expect(beside.messages).toContainEqual(
      expect.objectContaining({ code: "item_unavailable", severity: "recoverable" })
    )
  })

  async function otherChannel(): Promise<string> {
    const answer = await adminPost("/admin/sales-channels", { name: `Elsewhere ${Date.now()}` })
    return ((await answer.json()) as { sales_channel: { id: string } }).sales_channel.id
  }
})
