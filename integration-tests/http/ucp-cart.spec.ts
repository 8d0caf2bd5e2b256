import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Buyer, amountOf, basketOf } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog, variant } from "../support/catalog"
import { ProfileHost, profileIn } from "../support/profile-host"
import { strict, VERSIONS } from "../support/ucp-schemas"

const CAPABILITIES = ["checkout", "discount", "cart"].map((name) => `dev.ucp.shopping.${name}`)

let catalog: CatalogReader
let host: ProfileHost
let buyer: Buyer
let [mug, vase] = ["", ""]

beforeAll(async () => {
  catalog = await openCatalog()
  host = await ProfileHost.listen()
  const made = async (title: string, price: number) =>
    (await catalog.listed({ title, variants: [variant(price)] })).variants[0]?.id ?? ""
  mug = await made("Beaker", 8)
  vase = await made("Amphora", 25)
})

beforeEach(async () => {
  buyer = await Buyer.forGuests()
})

afterAll(async () => {
  host.close()
  await closeCatalog()
})

describe.each([
  ["/gw-ucp/v1", "/carts"],
  ["/gw-ucp/v1", "/cart-sessions"],
  ["/gw-ucp/checkout/v1", "/carts"],
  ["/gw-ucp/checkout/v1", "/cart-sessions"],
])("a cart at %s%s", (root, carts) => {
  it.each(VERSIONS)("is created, read, changed and canceled, in %s [UCP-20, UCP-21]", async (version) => {
    Object.assign(buyer, { root, carts, version })
    buyer.agent = { "ucp-agent": `profile="${host.publish(profileIn(version, CAPABILITIES))}"` }
    const lines = {
      ...basketOf([
        [mug, 2],
        [vase, 1],
      ]),
      context: { address_country: "DE" },
    }
    const cart = await buyer.cart(buyer.send(carts, { body: lines }), 201)
    expect([amountOf(cart, "subtotal"), amountOf(cart, "total")]).toEqual([4100, 4100])
    const path = `${carts}/${cart.id}`
    expect(await buyer.cart(buyer.get(path))).toEqual(cart)
    const [first, second] = cart.line_items
    const line_items = [
      { id: second?.id, item: { id: vase }, quantity: 2 },
      { item: { id: mug }, quantity: 1 },
    ]
    const changed = await buyer.cart(buyer.send(path, { method: "PUT", body: { id: cart.id, line_items } }))
    expect(changed.line_items.map(({ id, quantity }) => [id, quantity])).toEqual([
      [second?.id, 2],
      [first?.id, 1],
    ])
    expect(amountOf(changed, "total")).toBe(5800)
    expect(await buyer.cart(buyer.send(`${path}/cancel`))).toEqual(changed)
    for (const answer of [buyer.get(path), buyer.send(path, { method: "PUT" }), buyer.send(`${path}/cancel`)])
      expect((await answer).status).toBe(404)
  })
})

describe("a checkout of a cart", () => {
  it("takes the cart's lines and codes, ignores those in its own request, and exists once", async () => {
    const body = { ...basketOf([[mug, 3]]), discounts: { codes: ["NOPE"] } }
    const { id: cart_id } = await buyer.cart(buyer.send("/carts", { body }), 201)
    const beside = {
      cart_id,
      ...basketOf([[vase, 9]]),
      discounts: { codes: [] },
      buyer: { first_name: "Ana" },
    }
    const checkout = await buyer.checkout(buyer.send("/checkout-sessions", { body: beside }), 201)
    expect(checkout.line_items.map(({ item, quantity }) => [item.id, quantity])).toEqual([[mug, 3]])
    expect([checkout.discounts?.codes, checkout.buyer]).toEqual([["NOPE"], { first_name: "Ana" }])
    const again = await buyer.checkout(
      buyer.send("/checkout-sessions", { body: { cart_id, line_items: [] } })
    )
    expect(again).toEqual(checkout)
    await buyer.checkout(buyer.cancel(checkout.id))
    const anew = await buyer.checkout(buyer.send("/checkout-sessions", { body: { cart_id } }), 201)
    expect(anew.id).not.toBe(checkout.id)
  })

  it("requires an existing cart", async () => {
    const { status, body } = await buyer.send("/checkout-sessions", { body: { cart_id: "cart_none" } })
    expect([status, strict("2026-04-08").refusal.parse(body).code]).toEqual([404, "not_found"])
  })
})

it("an unknown item is reported, and a cart of only unknown items is not created", async () => {
  const some = await buyer.cart(
    buyer.send("/carts", {
      body: basketOf([
        ["variant_none", 1],
        [mug, 1],
      ]),
    }),
    201
  )
  expect(some.messages).toMatchObject([{ type: "error", code: "item_unavailable" }])
  const { status, body } = await buyer.send("/carts", { body: basketOf([["variant_none", 1]]) })
  expect(status).toBe(200)
  expect(strict("2026-04-08").error.parse(body).messages).toMatchObject([{ code: "item_unavailable" }])
})
