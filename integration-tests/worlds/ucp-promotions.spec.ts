import { beforeAll, describe, expect, it } from "vitest"
import { ANA, Buyer, amountOf, basketOf, delivery } from "../support/buyer"
import { adminGet } from "../support/merchant"
import { DEAR, type Lines, ODD, ParityStore, expectEqual, less, optionOf, variantOf } from "../support/parity"
import { campaign, customerGroup, priceList, promote } from "../support/promotions"
import { customerToken, inStorefront } from "../support/store-basket"

const shop = ParityStore.forThisFile()

const only = (products: string[]) => [{ attribute: "items.product.id", operator: "in", values: products }]

describe("a promotion", () => {
  it("applies without a code when it is automatic", async () => {
    const sundial = await shop.thing(ODD)
    const variant = variantOf(sundial)
    await promote(
      {
        type: "percentage",
        value: 15,
        target_type: "items",
        allocation: "each",
        max_quantity: 9,
        target_rules: only([sundial.id]),
      },
      { is_automatic: true }
    )
    for (const checkout of await shop.everywhere((market) =>
      shop.same({
        market,
        lines: [
          [variant, 2],
          [shop.odd, 1],
        ],
      })
    )) {
      expect(checkout.discounts).toMatchObject({ codes: [], applied: [{ automatic: true }] })
      expect(amountOf(checkout, "items_discount")).toBeLessThan(0)
    }
  })

  it("makes a third unit free when two are paid", async () => {
    const sundial = await shop.thing(DEAR)
    const variant = variantOf(sundial)
    const rules = only([sundial.id])
    const code = await promote(
      {
        type: "percentage",
        value: 100,
        target_type: "items",
        allocation: "each",
        max_quantity: 1,
        apply_to_quantity: 1,
        buy_rules_min_quantity: 2,
        buy_rules: rules,
        target_rules: rules,
      },
      { type: "buyget" }
    )
    await shop.everywhere(async (market) => {
      const two = await shop.withAgent({ market, lines: [[variant, 2]], codes: [code] })
      expect(less(two)).toBe(0)
      const three = await shop.same({ market, lines: [[variant, 3]], codes: [code] })
      expect(less(three)).toBe(three.line_items[0]?.item.price)
    })
  })

  it("is shown as a discount on its lines or on the order", async () => {
    const [tenth, order] = await Promise.all([
      promote({ type: "percentage", value: 10, target_type: "items", allocation: "each", max_quantity: 9 }),
      promote({ type: "percentage", value: 20, target_type: "order" }),
    ])
    const { discounts, ...checkout } = await shop.withAgent({
      market: shop.marketIn("eur"),
      lines: [[shop.dear, 1]],
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

  it("for the delivery is not rejected before a shipping option is selected", async () => {
    const code = await promote({
      type: "percentage",
      value: 100,
      target_type: "shipping_methods",
      allocation: "across",
    })
    const body = { ...basketOf([[shop.odd, 1]]), discounts: { codes: [code] } }
    const cart = await shop.buyer.cart(shop.buyer.send(shop.buyer.carts, { body }), 201)
    expect(cart.messages ?? []).toEqual([])
    const checkout = await shop.buyer.checkout(
      shop.buyer.send(shop.buyer.checkouts, { body: { cart_id: cart.id, buyer: ANA, ...delivery() } }),
      201
    )
    expect(checkout.messages?.map(({ code }) => code)).toEqual(["missing"])
    const chosen = await shop.buyer.choose(checkout)
    expect(amountOf(chosen, "fulfillment")).toBeGreaterThan(0)
    expect(amountOf(chosen, "discount")).toBe(-amountOf(chosen, "fulfillment"))
  })

  const tenth = { type: "percentage", value: 10, target_type: "items", allocation: "across" } as const

  const SPENT = { type: "spend", limit: 0.01, currency_code: "eur" }

  it.each<[string, () => Promise<string[]>, string | undefined]>([
    ["an unknown code", () => Promise.resolve(["NEVER-HEARD"]), "discount_code_invalid"],
    ["the code of a draft", async () => [await promote(tenth, { status: "draft" })], "discount_code_invalid"],
    [
      "the code of a past campaign",
      async () => [await promote(tenth, campaign({ ends_at: "2020-01-01" }))],
      "discount_code_expired",
    ],
    [
      "the code of a future campaign",
      async () => [await promote(tenth, campaign({ starts_at: "2099-01-01" }))],
      "discount_code_expired",
    ],
    [
      "the code of a promotion with a spent budget",
      async () => [await promote({ ...tenth, currency_code: "eur" }, campaign({ budget: SPENT }))],
      "discount_code_user_ineligible",
    ],
    [
      "the code of a promotion in another currency",
      async () => [await promote({ ...tenth, type: "fixed", currency_code: "ron" })],
      "discount_code_user_ineligible",
    ],
  ])("does not apply for %s", async (_, make, why) => {
    const codes = await make()
    const lines: Lines = [[shop.dear, 1]]
    const checkout = await shop.withAgent({ market: shop.marketIn("eur"), lines, codes })
    expectEqual(
      checkout,
      await inStorefront({ market: shop.marketIn("eur"), lines, option_id: optionOf(checkout) })
    )
    expect(checkout.status).toBe("ready_for_complete")
    expect(checkout.discounts).toEqual({ codes, applied: [] })
    expect(checkout.messages).toEqual([
      expect.objectContaining({ type: "warning", code: why, path: "$.discounts.codes[0]" }),
    ])
  })

  it("applies once, whatever the letter case of its code", async () => {
    const code = await promote(tenth)
    const basket = { market: shop.marketIn("eur"), lines: [[shop.dear, 3]] as Lines }
    const checkout = await shop.withAgent({ ...basket, codes: [code.toLowerCase(), code] })
    expectEqual(checkout, await inStorefront({ ...basket, codes: [code], option_id: optionOf(checkout) }))
    expect(checkout.discounts).toMatchObject({
      codes: [code.toLowerCase(), code],
      applied: [{ code: code.toLowerCase() }],
    })
    expect(checkout.messages).toEqual([
      expect.objectContaining({ code: "discount_code_already_applied", path: "$.discounts.codes[1]" }),
    ])
  })

  it("limited to one use per customer applies once the buyer is known", async () => {
    const budget = { type: "use_by_attribute", attribute: "customer_email", limit: 1 }
    const code = await promote(tenth, campaign({ budget }))
    const body = { ...basketOf([[shop.dear, 1]]), discounts: { codes: [code] } }
    const cart = await shop.buyer.cart(shop.buyer.send(shop.buyer.carts, { body }), 201)
    expect(less(cart)).toBe(0)
    expect(cart.messages).toEqual([
      expect.objectContaining({ code: "discount_code_user_ineligible", path: "$.discounts.codes[0]" }),
    ])
    const known = await shop.same({ market: shop.marketIn("eur"), lines: [[shop.dear, 1]], codes: [code] })
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

  it("has the promotions of their customer group, and others do not", async () => {
    const group = await customerGroup([id])
    const rules = [{ attribute: "customer.groups.id", operator: "in", values: [group] }]
    const method = { type: "percentage", value: 25, target_type: "order" } as const
    const code = await promote(method, { rules })
    const basket = { lines: [[shop.odd, 3]] as Lines, codes: [code] }
    await shop.everywhere(async (market) => {
      expect(less(await shop.same({ market, ...basket, token }, ana))).toBeGreaterThan(0)
      const guest = await shop.same({ market, ...basket })
      expect(less(guest)).toBe(0)
      expect(guest.messages?.map(({ code }) => code)).toEqual(["discount_code_user_ineligible"])
    })
  })

  it("has the prices of their customer group, and others do not", async () => {
    const variant_id = await shop.product(DEAR)
    const group = await customerGroup([id])
    await priceList(
      [
        { variant_id, currency_code: "eur", amount: 13.37 },
        { variant_id, currency_code: "jpy", amount: 1337 },
      ],
      { rules: { "customer.groups.id": [group] } }
    )
    for (const [market, price] of [
      [shop.marketIn("eur"), 1337],
      [shop.marketIn("jpy"), 1337],
    ] as const) {
      const lines: Lines = [[variant_id, 3]]
      const own = await shop.same({ market, lines, token }, ana)
      expect(own.line_items[0]?.item.price).toBe(price)
      expect((await shop.same({ market, lines })).line_items[0]?.item.price).not.toBe(price)
    }
  })
})
