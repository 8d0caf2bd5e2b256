import { Ajv2020 as Ajv, type ValidateFunction } from "ajv/dist/2020"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, amountOf, ANA, BERLIN, chosen, messageCodes } from "../support/acp"
import { type CatalogReader } from "../support/catalog"
import { sql } from "../support/database"
import { orderNumber } from "../support/merchant"
import { PEOPLE } from "../support/oauth-client"
import { promote, withdraw } from "../support/promotions"
import { expectNothingBought, limited } from "../support/purchases"
import { closeAcpShop, openAcpShop } from "../support/shop"

let catalog: CatalogReader
let agent: AcpAgent
let item: string

beforeAll(async () => {
  ;({ catalog, agent, item } = await openAcpShop("Chronometer"))
})

afterAll(async () => {
  await withdraw()
  await closeAcpShop()
})

const at = (place: object) => ({ fulfillment_details: { address: place } })

describe("a session", () => {
  it("reports each missing member until none is missing [ACP-05]", async () => {
    const begun = await agent.session(agent.create([[item, 1]]), 201)
    expect([begun.status, messageCodes(begun)]).toEqual([
      "incomplete",
      ["error missing $.buyer.email", "error missing $.fulfillment_details"],
    ])
    const named = await agent.session(agent.update(begun.id, { buyer: ANA }))
    expect([named.status, messageCodes(named)]).toEqual([
      "not_ready_for_payment",
      ["error missing $.fulfillment_details"],
    ])
    const vague = await agent.session(agent.update(begun.id, at({ ...BERLIN, line_one: "", city: "" })))
    expect(messageCodes(vague)).toEqual([
      "error missing $.fulfillment_details.address.line_one",
      "error missing $.fulfillment_details.address.city",
    ])
    const placed = await agent.session(agent.update(begun.id, at(BERLIN)))
    expect(messageCodes(placed)).toEqual(["error missing $.selected_fulfillment_options"])
    expect(placed.fulfillment_options.map(({ title }) => title)).toEqual(["Standard", "Express"])
    const ready = await agent.session(agent.update(begun.id, chosen(placed)))
    expect([ready.status, ready.messages]).toEqual(["ready_for_payment", []])
    expect(await agent.read(begun.id)).toEqual(ready)
  })

  it("has the store's totals, in minor units of a lower-case currency [ACP-06]", async () => {
    const { currency, totals, line_items } = await agent.ready([[item, 2]])
    expect(currency).toBe("eur")
    expect(totals.map(({ type, amount }) => [type, amount])).toEqual([
      ["items_base_amount", 4000],
      ["subtotal", 4000],
      ["fulfillment", 500],
      ["total", 4500],
    ])
    expect(line_items).toMatchObject([{ item: { id: item, unit_amount: 2000 }, quantity: 2 }])
  })

  it("keeps absent members, replaces present ones and clears those that are null [ACP-07]", async () => {
    const ready = await agent.ready([[item, 1]])
    const more = await agent.session(agent.update(ready.id, { line_items: [{ id: item, quantity: 3 }] }))
    expect(more.line_items.map(({ id, quantity }) => [id, quantity])).toEqual([[ready.line_items[0]?.id, 3]])
    expect([more.buyer, more.fulfillment_details]).toEqual([ready.buyer, ready.fulfillment_details])
    const alike = { line_items: [{ id: ready.line_items[0]?.id, quantity: 2 }] }
    expect((await agent.session(agent.update(ready.id, alike))).line_items).toMatchObject([
      { item: { id: item }, quantity: 2 },
    ])
    const cleared = await agent.session(agent.update(ready.id, { buyer: null, fulfillment_details: null }))
    expect(cleared).not.toHaveProperty("buyer")
    expect(cleared).not.toHaveProperty("fulfillment_details")
    expect(cleared.status).toBe("incomplete")
  })

  it("accepts a contact without an address, and uses the delivery email when the buyer has none", async () => {
    const fulfillment_details = { name: "Ana Maria Pop", email: ANA.email, address: BERLIN }
    const { id, ...begun } = await agent.session(agent.create([[item, 1]], { fulfillment_details }), 201)
    expect(begun.buyer).toEqual({ email: ANA.email })
    const contact = { fulfillment_details: { name: "Dan Pop", phone_number: "+40722000000" } }
    expect((await agent.session(agent.update(id, contact))).fulfillment_details).toEqual({
      name: "Dan Pop",
      phone_number: "+40722000000",
      address: { ...BERLIN, name: "Dan Pop" },
    })
  })

  it("keeps the company name in the address, in the session and in the order [ACP-33]", async () => {
    const { id, ...begun } = await agent.ready([[item, 1]], at({ ...BERLIN, company: "Pop SRL" }))
    expect(begun.fulfillment_details?.address).toEqual({ ...BERLIN, company: "Pop SRL" })
    const completed = await agent.authenticateBuyer(await agent.session(agent.complete(id)), "completed")
    const [stored] = await sql<{ company: string }>(
      `select a.company from "order" o join order_address a on a.id = o.shipping_address_id
        where o.display_id = $1`,
      [completed.order?.id]
    )
    expect(stored).toEqual({ company: "Pop SRL" })
    expect(completed.order?.fulfillments).toEqual([])
  })

  it("returns the agent's metadata and copies it to the order; too much metadata is rejected [ACP-33]", async () => {
    const metadata = { conversation: "c_1", seen: { on: ["phone"] } }
    const { id } = await agent.ready([[item, 1]], { metadata })
    const completed = await agent.authenticateBuyer(await agent.session(agent.complete(id)), "completed")
    expect(completed.metadata).toEqual(metadata)
    const order = await orderNumber(Number(completed.order?.id))
    expect(order.metadata).toMatchObject({ gw_agent: { session_id: id, metadata } })
    const { status, body } = await agent.create([[item, 1]], { metadata: { a: "x".repeat(5000) } })
    expect([status, body.code, body.param]).toEqual([400, "invalid_params", "$.metadata"])
  })

  it("created for a customer has the customer's email and no address", async () => {
    const own = await AcpAgent.of("customer")
    const { buyer, fulfillment_details } = await own.session(own.create([[item, 1]]), 201)
    expect([buyer?.email, fulfillment_details]).toEqual([PEOPLE.customer.email, undefined])
  })

  it("accepts earlier names of the protocol: items and coupons, and an upper-case currency", async () => {
    const body = { currency: "EUR", capabilities: {}, items: [{ id: item }], coupons: ["NOPE"] }
    const begun = await agent.session(agent.send("/checkout_sessions", { body }), 201)
    expect(begun.line_items).toMatchObject([{ item: { id: item }, quantity: 1 }])
    expect(messageCodes(begun)).toContain("warning discount_code_invalid $.discounts.codes[0]")
  })

  it("uses the currency of the delivery country and reports the change", async () => {
    const cluj = { ...BERLIN, city: "Cluj-Napoca", state: "CJ", country: "RO", postal_code: "400001" }
    const begun = await agent.session(agent.create([[item, 1]], { buyer: ANA, ...at(cluj) }), 201)
    expect([begun.currency, messageCodes(begun)[0]]).toEqual(["ron", expect.stringContaining("$.selected")])
    expect(messageCodes(begun)).toContain("warning price_change $.currency")
  })

  it("uses the name in the delivery address as it is and does not mix it with the buyer's name [ACP-07]", async () => {
    const { id } = await agent.ready([[item, 1]])
    const fulfillment_details = { name: "Aurora" }
    const session = await agent.session(agent.update(id, { fulfillment_details }))
    expect(session.fulfillment_details?.name).toBe("Aurora")
    const [stored] = await sql<{ first_name: string; last_name: string }>(
      `select a.first_name, a.last_name from gw_session s join cart c on c.id = s.cart_id
         join cart_address a on a.id = c.shipping_address_id where s.id = $1`,
      [id]
    )
    expect(stored).toEqual({ first_name: "Aurora", last_name: "" })
  })

  it("cannot be delivered to a country the store does not deliver to", async () => {
    const oslo = { ...BERLIN, city: "Oslo", country: "NO" }
    const begun = await agent.session(agent.create([[item, 1]], { buyer: ANA, ...at(oslo) }), 201)
    expect([begun.status, messageCodes(begun)]).toEqual([
      "not_ready_for_payment",
      ["error region_restricted $.fulfillment_details.address"],
    ])
  })

  it("is not created for an unknown or sold-out item, or in a currency the store does not sell in [ACP-08]", async () => {
    const gone = await limited(catalog, 0, "Quadrant")
    const answers = await Promise.all([
      agent.create([["variant_nothing", 1]]),
      agent.create([[gone, 1]]),
      agent.create([[item, 1]], { currency: "jpy" }),
      agent.create([]),
    ])
    expect(answers.map(({ status, body }) => [status, body.code, body.param])).toEqual([
      [400, "invalid_item_id", "$.line_items[0].id"],
      [400, "out_of_stock", "$.line_items[0].id"],
      [400, "invalid_params", "$.currency"],
      [400, "invalid_params", "$.line_items"],
    ])
    const some = await agent.session(
      agent.create([
        [gone, 1],
        [item, 1],
      ]),
      201
    )
    expect([some.line_items.length, messageCodes(some)[0]]).toEqual([1, "error out_of_stock $.line_items"])
  })
})

describe("the capabilities of agent and store", () => {
  const interventions = (more: object) => ({ capabilities: { interventions: { ...more } } })

  it("are negotiated when the session is created and do not change [ACP-09]", async () => {
    const { id, capabilities } = await agent.ready([[item, 1]])
    expect(capabilities.interventions).toEqual({
      supported: ["3ds"],
      required: ["3ds"],
      enforcement: "always",
    })
    expect(capabilities.extensions?.map(({ name }) => name)).toEqual(["discount"])
    expect(capabilities.payment.handlers).toMatchObject([
      { id: "gw_redirect", requires_delegate_payment: false, requires_pci_compliance: false },
    ])
    expect((await agent.read(id)).capabilities).toEqual(capabilities)
  })

  it.each([
    interventions({ supported: [] }),
    interventions({ supported: ["biometric"] }),
    interventions({ supported: ["3ds"], redirect_context: "none" }),
    interventions({ supported: ["3ds"], max_redirects: 0 }),
    { capabilities: {} },
  ])("do not suffice for a payment with %j, and the session says so [ACP-10]", async (more) => {
    const ready = await agent.ready([[item, 1]], more)
    const unprovable = ["error intervention_required $.capabilities.interventions"]
    expect([ready.status, messageCodes(ready)]).toEqual(["not_ready_for_payment", unprovable])
    const answer = await agent.session(agent.complete(ready.id))
    expect([answer.status, messageCodes(answer)]).toEqual(["not_ready_for_payment", unprovable])
    await expectNothingBought(ready.id)
  })

  it("link to the documents that describe the payment handler", async () => {
    const { capabilities } = await agent.session(agent.create([[item, 1]]), 201)
    const [handler] = capabilities.payment.handlers as unknown as [
      { spec: string; config_schema: string; instrument_schemas: [string] },
    ]
    const addresses = [handler.spec, handler.config_schema, ...handler.instrument_schemas]
    const answers = await Promise.all(addresses.map((address) => fetch(address)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it("can be paid by what the handler's documents say alone, at continue_url [ACP-48]", async () => {
    const ready = await agent.ready([[item, 1]])
    const [handler] = ready.capabilities.payment.handlers as unknown as [PublishedHandler]
    const [config, instrument_of] = await Promise.all(
      [handler.config_schema, handler.instrument_schemas[0]].map(validatorFrom)
    )
    expect([config?.(handler.config), handler.requires_delegate_payment]).toEqual([true, false])
    const credential = { type: "session", token: ready.id }
    // Every instrument may name itself and its handler (ACP: Payment handlers, instruments).
    const instrument = { id: "inst_1", handler_id: handler.id, type: "redirect", credential }
    expect([instrument_of?.(instrument), instrument_of?.({ ...instrument, type: "card" })]).toEqual([
      true,
      false,
    ])
    const payment_data = { handler_id: handler.id, instrument }
    const session = await agent.session(agent.complete(ready.id, { payment_data }))
    expect([session.status, messageCodes(session)]).toEqual([
      "requires_escalation",
      ["error intervention_required $.continue_url"],
    ])
    expect((await agent.authenticateBuyer(session, "completed")).order).toBeDefined()
    expect((await agent.read(ready.id)).continue_url).toBeUndefined()
  })
})

describe("discount codes", () => {
  it("apply, or are rejected with a reason, when the agent supports the extension [ACP-11]", async () => {
    const code = await promote({ type: "percentage", target_type: "items", allocation: "across", value: 10 })
    const discounts = { codes: [code.toLowerCase(), "NOPE"] }
    const session = await agent.ready([[item, 1]], { discounts })
    expect(session.discounts).toMatchObject({
      codes: discounts.codes,
      applied: [{ code: code.toLowerCase(), amount: 200, automatic: false }],
      rejected: [{ code: "NOPE", reason: "discount_code_invalid" }],
    })
    expect(messageCodes(session)).toEqual(["warning discount_code_invalid $.discounts.codes[1]"])
    expect([amountOf(session, "items_discount"), amountOf(session, "subtotal")]).toEqual([200, 1800])
    expect([session.status, amountOf(session, "total")]).toEqual(["ready_for_payment", 2300])
    const cleared = await agent.session(agent.update(session.id, { discounts: { codes: [] } }))
    expect([cleared.discounts, amountOf(cleared, "total")]).toEqual([
      { codes: [], applied: [], rejected: [] },
      2500,
    ])
  })

  it("also apply when the agent does not support the extension, and are not listed", async () => {
    const code = await promote({ type: "percentage", target_type: "order", allocation: "across", value: 10 })
    const capabilities = { interventions: { supported: ["3ds"] } }
    const session = await agent.ready([[item, 1]], { capabilities, discounts: { codes: [code] } })
    expect(session).not.toHaveProperty("discounts")
    expect(session.capabilities).not.toHaveProperty("extensions")
    expect(amountOf(session, "total")).toBe(2300)
  })
})

/** What a session says about its payment handler. */
interface PublishedHandler {
  readonly id: string
  readonly config: object
  readonly config_schema: string
  readonly instrument_schemas: readonly [string]
  readonly requires_delegate_payment: boolean
}

/** The published JSON Schema at an address, compiled. */
async function validatorFrom(address: string): Promise<ValidateFunction> {
  const schema = (await (await fetch(address)).json()) as object
  return new Ajv({ strict: false }).compile(schema)
}
