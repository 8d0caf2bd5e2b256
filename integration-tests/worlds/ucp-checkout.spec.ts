import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { ANA, BERLIN, Buyer, amountOf, basketOf, delivery } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog, variant } from "../support/catalog"
import { adminGet, orderNumber, timesPlaced } from "../support/merchant"
import { ProfileHost, profileIn } from "../support/profile-host"
import { inOwnWorld } from "../support/own-world"
import { authenticate } from "../support/shopper"
import { callUcp } from "../support/ucp"
import { strict, VERSIONS } from "../support/ucp-schemas"
import { world } from "../support/world"

const CAPABILITIES = ["checkout", "fulfillment", "discount", "buyer_consent", "cart", "order"].map(
  (name) => `dev.ucp.shopping.${name}`
)

inOwnWorld({ GW_ALLOW_PRIVATE_NETWORKS: "true" })

let catalog: CatalogReader
let host: ProfileHost
let buyer: Buyer
let item: string

beforeAll(async () => {
  catalog = await openCatalog()
  host = await ProfileHost.listen()
  const { variants } = await catalog.listed({
    title: "Sundial",
    variants: [variant(20, 100, { sku: "SUN-1" })],
  })
  item = variants[0]?.id ?? ""
})

beforeEach(async () => {
  buyer = await Buyer.forGuests()
})

afterAll(async () => {
  host.close()
  await closeCatalog()
})

describe.each([
  ["/gw-ucp/v1", "/checkout-sessions"],
  ["/gw-ucp/v1", "/sessions"],
  ["/gw-ucp/checkout/v1", "/checkout-sessions"],
  ["/gw-ucp/checkout/v1", "/sessions"],
])("a purchase at %s%s", (root, checkouts) => {
  it.each(VERSIONS)(
    "goes from line items to a paid order, in %s [UCP-22, UCP-24, UCP-26]",
    async (version) => {
      Object.assign(buyer, { root, checkouts, version })
      buyer.agent = { "ucp-agent": `profile="${host.publish(profileIn(version, CAPABILITIES))}"` }
      const { id, ...ready } = await buyer.ready([[item, 2]])
      expect([ready.status, amountOf(ready, "subtotal"), amountOf(ready, "fulfillment")]).toEqual([
        "ready_for_complete",
        4000,
        500,
      ])
      const escalated = await buyer.checkout(buyer.complete(id))
      expect([escalated.status, await buyer.read(id)]).toEqual(["requires_escalation", escalated])
      await authenticate(escalated.continue_url ?? "")
      const { order } = await buyer.becomes(id, "completed")
      const placed = await orderNumber(Number(order?.id))
      expect([placed.payment_status, placed.total, timesPlaced(placed)]).toEqual(["captured", 45, 1])
    }
  )
})

describe("a checkout", () => {
  it("reports each missing member until none is missing", async () => {
    const pathsOf = ({ messages = [] }: { messages?: readonly { path?: string }[] }) =>
      messages.map(({ path }) => path)
    const begun = await buyer.checkout(buyer.send("/checkout-sessions", { body: basketOf([[item, 1]]) }), 201)
    expect([begun.status, pathsOf(begun)]).toEqual(["incomplete", ["$.buyer.email", "$.fulfillment"]])
    const named = await buyer.checkout(buyer.update(begun.id, { buyer: ANA }))
    expect(pathsOf(named)).toEqual(["$.fulfillment"])
    const { street_address: _, ...nowhere } = BERLIN
    const vague = await buyer.checkout(buyer.update(begun.id, delivery(nowhere)))
    expect(pathsOf(vague)).toEqual(["$.fulfillment.methods[0].destinations[0].street_address"])
    const placed = await buyer.checkout(buyer.update(begun.id, delivery()))
    expect(pathsOf(placed)).toEqual(["$.fulfillment.methods[0].groups[0].selected_option_id"])
    expect(placed.fulfillment?.methods[0]?.groups[0]?.options.map(({ title }) => title)).toEqual([
      "Standard",
      "Express",
    ])
    const ready = await buyer.choose(placed)
    expect([ready.status, ready.messages]).toEqual(["ready_for_complete", undefined])
  })

  it("replaces present members, keeps absent ones and clears those that are null [UCP-23]", async () => {
    const ready = await buyer.ready([[item, 1]], { discounts: { codes: ["NOPE"] } })
    const more = await buyer.checkout(
      buyer.update(ready.id, { line_items: [{ item: { id: item }, quantity: 3 }] })
    )
    expect(more.line_items.map(({ id, quantity }) => [id, quantity])).toEqual([[ready.line_items[0]?.id, 3]])
    expect([more.buyer, more.fulfillment]).toEqual([ready.buyer, ready.fulfillment])
    expect(more.messages).toMatchObject([{ code: "discount_code_invalid", path: "$.discounts.codes[0]" }])
    const cleared = await buyer.checkout(buyer.update(ready.id, { buyer: null, discounts: null }))
    expect([cleared.buyer, cleared.discounts]).toEqual([{}, { codes: [], applied: [] }])
    expect(cleared.messages).toMatchObject([{ path: "$.buyer.email" }])
  })

  it("ignores prices, titles, statuses, totals, messages, links and orders sent by a platform", async () => {
    const junk = {
      context: { address_country: "DE" },
      id: "chk_mine",
      status: "completed",
      currency: "XTS",
      order: { id: "1" },
      expires_at: "2099-01-01",
      continue_url: "https://evil.example/",
      links: [{ type: "faq", url: "https://evil.example/" }],
      totals: [{ type: "total", amount: 1 }],
      messages: [{ type: "info", content: "Free!" }],
      line_items: [
        {
          id: "li_x",
          item: { id: item, price: 1, title: "Gold" },
          quantity: 1,
          totals: [{ type: "total", amount: 1 }],
        },
      ],
      discounts: { codes: [], applied: [{ title: "All of it", amount: 2000 }] },
      payment: {
        instruments: [{ id: "pi_1", handler_id: "gw_card", credential: { type: "card", number: "4111" } }],
      },
    }
    const begun = await buyer.checkout(buyer.send("/checkout-sessions", { body: junk }), 201)
    expect(begun).toMatchObject({ status: "incomplete", currency: "EUR", discounts: { applied: [] } })
    expect([begun.id === "chk_mine", amountOf(begun, "total"), begun.line_items[0]?.item]).toEqual([
      false,
      2000,
      { id: item, title: expect.stringContaining("Sundial") as string, price: 2000 },
    ])
    expect(JSON.stringify(begun)).not.toMatch(/evil|Free!|Gold|"4111"/)
    const updated = await buyer.checkout(buyer.update(begun.id, { ...junk, line_items: undefined }))
    expect({ ...updated, expires_at: "" }).toEqual({ ...begun, expires_at: "" })
  })

  it("accepts a variant by its id, its SKU, or the number of its product", async () => {
    const [{ id: number } = { id: 0 }] = (await catalog.page("/catalog/search?q=SUN-1")).products
    for (const id of [item, "SUN-1", number, String(number)]) {
      const body = { line_items: [{ item: { id }, quantity: 1 }] }
      const begun = await buyer.checkout(buyer.send("/checkout-sessions", { body }), 201)
      expect(begun.line_items[0]?.item.id).toBe(item)
    }
  })

  it("uses the region of its address", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const home = delivery({ ...BERLIN, address_country: "RO" })
    const moved = await buyer.checkout(buyer.update(id, home))
    expect([moved.currency, amountOf(moved, "subtotal")]).toEqual(["RON", 10_000])
    const hinted = { ...basketOf([[item, 1]]), context: { address_country: "RO" } }
    expect((await buyer.checkout(buyer.send("/checkout-sessions", { body: hinted }), 201)).currency).toBe(
      "RON"
    )
  })

  it("reports an address the store does not deliver to, and an unknown shipping option", async () => {
    const begun = await buyer.checkout(
      buyer.send("/checkout-sessions", {
        body: { ...basketOf([[item, 1]]), buyer: ANA, ...delivery({ ...BERLIN, address_country: "US" }) },
      }),
      201
    )
    expect(begun.messages).toMatchObject([{ type: "error", code: "address_undeliverable" }])
    const groups = [{ id: "all", selected_option_id: "so_none" }]
    const body = { fulfillment: { methods: [{ ...delivery().fulfillment.methods[0], groups }] } }
    const chosen = await buyer.checkout(buyer.update(begun.id, body))
    expect(chosen.messages).toMatchObject([{ type: "error", code: "option_unavailable" }])
    expect(chosen.fulfillment?.methods[0]?.groups[0]?.selected_option_id).toBeNull()
  })

  it.each(VERSIONS)("keeps the buyer's consent in the format of %s", async (version) => {
    buyer.version = version
    buyer.agent = { "ucp-agent": `profile="${host.publish(profileIn(version, CAPABILITIES))}"` }
    const consent = {
      "2026-04-08": { marketing: false, analytics: true },
      "2026-08-25": { "dev.ucp.consent.marketing": { granted: false, source: "platform" } },
    }[version]
    const begun = await buyer.ready([[item, 1]], { buyer: { ...ANA, consent } })
    expect(begun.buyer).toMatchObject({ ...ANA, consent })
  })

  it("has no members of extensions the platform does not support", async () => {
    const profile = profileIn("2026-04-08", ["dev.ucp.shopping.checkout"])
    buyer.agent = { "ucp-agent": `profile="${host.publish(profile)}"` }
    const body = { ...basketOf([[item, 1]]), buyer: { ...ANA, consent: { marketing: true } } }
    const begun = await buyer.checkout(buyer.send("/checkout-sessions", { body }), 201)
    for (const member of ["fulfillment", "discounts"]) expect(begun).not.toHaveProperty(member)
    expect(begun.buyer).toEqual(ANA)
  })

  it("shows its status on its page, which redirects to the bank during customer authentication", async () => {
    const { id, continue_url = "" } = await buyer.ready([[item, 1]])
    const open = () => fetch(continue_url, { redirect: "manual" })
    expect(await (await open()).text()).toContain('data-outcome="ready_for_complete"')
    const { continue_url: bank = "" } = await buyer.checkout(buyer.complete(id))
    const there = await open()
    expect([there.status, there.headers.get("location")]).toEqual([303, bank])
    const { redirect_url } = await authenticate(bank)
    await buyer.becomes(id, "completed")
    expect(await (await open()).text()).toContain('data-outcome="completed"')
    expect(await (await fetch(redirect_url)).text()).toContain('data-outcome="confirmed"')
    const none = await fetch(`${world().base_url}/gw-ucp/v1/continue/chk_none`)
    expect([none.status, none.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
  })

  it("records on the order the agent and its attribution", async () => {
    const attribution = { campaign: "autumn", source: "assistant" }
    const { id, order } = await buyer.buy([[item, 1]], { attribution })
    const { metadata } = await orderNumber(Number(order?.id))
    expect(metadata.gw_agent).toEqual({ client_id: buyer.client_id, session_id: id, attribution })
  })
})

describe("a customer's token", () => {
  it("acts for the customer: email, addresses, and the order in the account", async () => {
    const customers = await Buyer.forCustomer()
    const begun = await customers.checkout(
      customers.send("/checkout-sessions", { body: basketOf([[item, 1]]) }),
      201
    )
    expect(begun.buyer).toMatchObject({ first_name: "Ana", last_name: "Popescu" })
    const [home] = begun.fulfillment?.methods[0]?.destinations ?? []
    expect(home).toMatchObject({ street_address: "Strada Eroilor 7", address_country: "RO" })
    const methods = [{ type: "shipping", selected_destination_id: home?.id }]
    const there = await customers.checkout(customers.update(begun.id, { fulfillment: { methods } }))
    const { id } = await customers.choose(there)
    await authenticate((await customers.checkout(customers.complete(id))).continue_url ?? "")
    const { order } = await customers.becomes(id, "completed")
    const placed = await orderNumber(Number(order?.id))
    const fields = await adminGet<{ order: { customer: object } }>(
      `/admin/orders/${placed.id}?fields=*customer`
    )
    expect(fields.order.customer).toMatchObject({ email: begun.buyer?.email, has_account: true })
  })

  it("cannot read another client's sessions on any route", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const { id: cart } = await buyer.cart(buyer.send("/carts", { body: basketOf([[item, 1]]) }), 201)
    for (const stranger of [await Buyer.forCustomer(), await Buyer.forGuests()]) {
      const requests = [
        `/checkout-sessions/${id}`,
        `/sessions/${id}`,
        `/carts/${cart}`,
        `/cart-sessions/${cart}`,
        `/checkout-sessions/${cart}`,
        `/carts/${id}`,
      ].flatMap((path) => [stranger.get(path), stranger.send(`${path}/cancel`)])
      const changed = [stranger.update(id, { buyer: ANA }), stranger.complete(id)]
      const made = stranger.send("/checkout-sessions", { body: { cart_id: cart } })
      for (const { status, body } of await Promise.all([...requests, ...changed, made])) {
        expect(status).toBe(404)
        expect(strict("2026-04-08").refusal.parse(body).code).toBe("not_found")
      }
    }
    expect((await buyer.read(id)).status).toBe("ready_for_complete")
  })
})

describe("an invalid request body", () => {
  it.each<[string, object | string]>([
    ["not JSON", "{"],
    ["a list", "[]"],
    ["without lines", {}],
    ["with an empty list of lines", { line_items: [] }],
    ["with a number as line", { line_items: [1] }],
    ["with a line without item", { line_items: [{ quantity: 1 }] }],
    ["with a line without quantity", { line_items: [{ item: { id: "x" } }] }],
    ...[0, -1, 1.5, "2", null].map((quantity): [string, object] => [
      `with a quantity of ${JSON.stringify(quantity)}`,
      { line_items: [{ item: { id: "x" }, quantity }] },
    ]),
    ["with 101 lines", basketOf(Array.from({ length: 101 }, () => ["x", 1] as const))],
    ["with an invalid email address", { ...basketOf([["x", 1]]), buyer: { email: "ana" } }],
    ["with the name of a country", { ...basketOf([["x", 1]]), ...delivery({ address_country: "Germany" }) }],
    ["with two methods", { ...basketOf([["x", 1]]), fulfillment: { methods: [{}, {}] } }],
    ["with pickup", { ...basketOf([["x", 1]]), fulfillment: { methods: [{ type: "pickup" }] } }],
    ["with a number as discount code", { ...basketOf([["x", 1]]), discounts: { codes: [1] } }],
    ["with a number in the attribution", { ...basketOf([["x", 1]]), attribution: { a: 1 } }],
    ["with a NUL", { ...basketOf([["x\u0000", 1]]) }],
  ])("%s is rejected with 400 and the reason", async (_, body) => {
    const { status, body: refused } = await buyer.send("/checkout-sessions", { body })
    expect([status, refused]).toEqual([400, refused])
    strict("2026-04-08").refusal.parse(refused)
  })

  it.each(["", "with space", "ä", "x".repeat(256)])(
    "with the idempotency key %j is rejected, too",
    async (key) => {
      const headers = { "idempotency-key": Buffer.from(key).toString("latin1") }
      const { status } = await buyer.send("/checkout-sessions", { body: basketOf([[item, 1]]), headers })
      expect(status).toBe(400)
    }
  )

  it("is rejected in the protocol version of the call", async () => {
    const headers = { "ucp-agent": `profile="${host.publish(profileIn("2026-08-25", CAPABILITIES))}"` }
    const { status, body } = await buyer.send("/sessions", { body: {}, headers })
    expect([status, strict("2026-08-25").refusal.parse(body).data.status]).toEqual([400, 400])
    const official = await buyer.send("/checkout-sessions", { body: {}, headers })
    expect([official.status, strict("2026-08-25").error.parse(official.body).messages.length]).toEqual([
      400, 2,
    ])
  })
})

it("the payment handler's documents are at the addresses in the profile", async () => {
  const { body } = await callUcp("/.well-known/ucp", undefined)
  const handlers = (
    body.ucp as unknown as { payment_handlers: Record<string, { spec: string; schema: string }[]> }
  ).payment_handlers
  const [[{ spec, schema } = { spec: "", schema: "" }] = []] = Object.values(handlers)
  expect(await (await fetch(spec)).text()).toContain("continue_url")
  expect(await (await fetch(schema)).json()).toMatchObject({ required: ["id", "handler_id"] })
})
