import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeClient } from "./support/merchant"
import { startWorld } from "./support/simulator"

const PATH = "/gwb/v1/tokens"
let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

let count = 0
const tokenBody = (more: object = {}) => ({
  merchant_reference: `gwt_${++count}`,
  customer_reference: "cus_1",
  currency: "RON",
  return_url: "https://shop.example/saved?state=x",
  usage: "recurring",
  terms: { max_amount: 20000 },
  ...more,
})
async function open(more: object = {}) {
  const { json } = await world.call("POST", PATH, tokenBody(more))
  return json as { id: string; merchant_reference: string; next_action: { url: string } }
}
async function saved(card = "4111111111111111", more: object = {}) {
  const { id, next_action } = await open(more)
  await world.auto(next_action.url, { card, action: "approve" })
  return (await world.call("GET", `${PATH}/${id}`)).json as {
    id: string
    status: string
    network_transaction_id: string
    merchant_reference: string
  }
}
const chargeBody = (network: string, more: object = {}) => ({
  merchant_reference: `gwc_${++count}`,
  amount: 9900,
  currency: "RON",
  intent: "sale",
  mit: { type: "recurring", initial_network_transaction_id: network },
  ...more,
})
const charge = (token: { id: string; network_transaction_id: string }, more: object = {}) =>
  world.call("POST", `${PATH}/${token.id}/charges`, chargeBody(token.network_transaction_id, more))

describe("POST /tokens", () => {
  it("creates a page on which a card is saved and nothing is charged", async () => {
    const { status, json } = await world.call("POST", PATH, tokenBody())
    expect(status).toBe(201)
    expect(json).toMatchObject({
      version: 1,
      status: "requires_action",
      merchant_id: "mrc_demo",
      customer_reference: "cus_1",
      usage: "recurring",
      terms: { max_amount: 20000, expires_at: null },
      card: null,
      livemode: false,
      next_action: { type: "redirect" },
    })
    const { url } = json.next_action as { url: string }
    const page = await (await fetch(url)).text()
    expect(page).toContain("No money is taken now")
    expect(page).toContain("Save a card")
    expect(page).toMatch(/at most RON.200\.00 each time/)
    expect((await world.control("GET", "/_sim/payments")).json.data).toEqual([])
  })

  it("is active once the customer agreed, and sends an event", async () => {
    const { id, next_action } = await open()
    const { json } = await world.auto(next_action.url, { card: "5555555555554444", action: "approve" })
    expect(json).toEqual({
      status: "active",
      redirect_url: `https://shop.example/saved?state=x&gwb_token=${id}&gwb_result=approved`,
    })
    const token = (await world.call("GET", `${PATH}/${id}`)).json
    expect(token).toMatchObject({
      version: 2,
      status: "active",
      next_action: null,
      decline: null,
      card: { brand: "mastercard", last4: "4444" },
      network_transaction_id: expect.stringMatching(/^\d{15}$/) as string,
    })
    const { json: feed } = await world.call("GET", "/gwb/v1/events")
    const event = (feed.data as { type: string; token?: object; payment?: object }[]).at(-1)
    expect(event).toMatchObject({ type: "token.activated", token: { id, version: 2, status: "active" } })
    expect(event).not.toHaveProperty("payment")
  })

  it.each([
    ["4000000000000002", "approve", "failed", "do_not_honor", "declined"],
    ["4000000000000119", "approve", "failed", "issuer_unavailable", "declined"],
    ["4111111111111111", "decline", "failed", "sca_failed", "declined"],
    ["4111111111111111", "cancel", "failed", "sca_abandoned", "canceled"],
    ["4111111111111111", "timeout", "expired", "sca_abandoned", "timeout"],
  ])("with %s and %s ends as %s (%s)", async (card, action, status, code, result) => {
    const { id, next_action } = await open()
    const { json } = await world.auto(next_action.url, { card, action })
    expect(json.redirect_url).toContain(`gwb_result=${result}`)
    const token = (await world.call("GET", `${PATH}/${id}`)).json
    expect(token).toMatchObject({ status, decline: { code }, network_transaction_id: null })
    expect(await world.eventTypes(id)).toEqual(["token.failed"])
  })

  it("expires with its page", async () => {
    const { id } = await open()
    await world.control("POST", "/_sim/clock", { offset_s: 901 })
    await world.control("POST", "/_sim/clock", { offset_s: 0 })
    expect((await world.call("GET", `${PATH}/${id}`)).json).toMatchObject({ status: "expired" })
  })

  it("creates one token per merchant_reference, which can be found by it", async () => {
    const { id } = await open({ merchant_reference: "gwt_one" })
    const { status, json } = await world.call("POST", PATH, tokenBody({ merchant_reference: "gwt_one" }))
    expect([status, json.error]).toMatchObject([409, { code: "duplicate_reference", token_id: id }])
    expect((await world.call("GET", `${PATH}?merchant_reference=gwt_one`)).json.data).toMatchObject([{ id }])
    expect((await world.call("GET", `${PATH}?merchant_reference=gwt_none`)).json).toEqual({ data: [] })
    expect((await world.call("GET", PATH)).status).toBe(400)
  })

  it.each<[string, object]>([
    ["usage", { usage: "sometimes" }],
    ["currency", { currency: "ron" }],
    ["return_url", { return_url: undefined }],
    ["terms.max_amount", { terms: { max_amount: 0 } }],
    ["terms.expires_at", { terms: { expires_at: "soon" } }],
    ["amount", { amount: 100 }],
  ])("refuses an invalid %s", async (field, change) => {
    const { status, json } = await world.call("POST", PATH, tokenBody(change))
    expect([status, json.error]).toMatchObject([400, { code: "invalid_request", field }])
  })

  it("refuses a currency this merchant has no account in", async () => {
    expect((await world.call("POST", PATH, tokenBody({ currency: "USD" }))).status).toBe(422)
  })
})

describe("DELETE /tokens/{id}", () => {
  it("revokes a token once even when called twice, and ends charges to it", async () => {
    const token = await saved()
    for (const _ of [1, 2]) {
      const { status, json } = await world.call("DELETE", `${PATH}/${token.id}`)
      expect([status, json]).toMatchObject([200, { status: "revoked", version: 3 }])
    }
    expect(await world.eventTypes(token.id)).toEqual(["token.activated", "token.revoked"])
    const { status, json } = await charge(token)
    expect([status, json.error]).toMatchObject([422, { code: "token_not_active", token_id: token.id }])
  })

  it("can also be done by the cardholder directly at the bank", async () => {
    const token = await saved()
    const { json } = await world.control("POST", "/_sim/revoke", { token_id: token.id })
    expect(json).toMatchObject({ id: token.id, status: "revoked", version: 3 })
    expect(await world.eventTypes(token.id)).toEqual(["token.activated", "token.revoked"])
    expect((await world.control("POST", "/_sim/revoke", { token_id: "tok_none" })).status).toBe(404)
  })

  it("closes the page of a token to which the customer has not agreed yet", async () => {
    const { id, next_action } = await open()
    await world.call("DELETE", `${PATH}/${id}`)
    expect((await world.auto(next_action.url, { card: "4111111111111111", action: "approve" })).status).toBe(
      410
    )
  })

  it("refuses a failed token and an unknown one", async () => {
    const { id, next_action } = await open()
    await world.auto(next_action.url, { action: "cancel" })
    expect((await world.call("DELETE", `${PATH}/${id}`)).json.error).toMatchObject({ code: "invalid_state" })
    const other = makeClient(world.url, world.url, world.shop.key, "mrc_other")
    expect((await other("DELETE", `${PATH}/${(await saved()).id}`)).status).toBe(404)
    expect((await other("GET", `${PATH}/${id}`)).status).toBe(404)
  })
})

describe("save_card on POST /payments", () => {
  const save_card = { usage: "unscheduled", terms: { max_amount: 5000 } }

  it("saves the card with the payment, with one authentication and one network transaction", async () => {
    const { id, next_action } = await world.create("gwp_save", {
      save_card,
      customer: { reference: "cus_9" },
    })
    expect(await (await fetch(next_action.url)).text()).toContain("may charge it later without asking you")
    await world.auto(next_action.url, { card: "4111111111111111", action: "approve" })
    const payment = (await world.read(id)) as { token_id: string; network_transaction_id: string }
    const { json } = await world.call("GET", `${PATH}/${payment.token_id}`)
    expect(json).toMatchObject({
      status: "active",
      merchant_reference: "gwp_save",
      customer_reference: "cus_9",
      currency: "RON",
      usage: "unscheduled",
      terms: { max_amount: 5000 },
      card: { last4: "1111" },
      network_transaction_id: payment.network_transaction_id,
    })
    expect(await world.eventTypes(payment.token_id)).toEqual(["token.activated"])
    expect(await world.eventTypes(id)).toEqual(["payment.captured"])
  })

  it("saves nothing when it is not requested, or the payment is declined", async () => {
    expect(await world.read(await world.paid("gwp_keep_not"))).toMatchObject({ token_id: null })
    const declined = await world.paid("gwp_keep_no", { save_card }, "4000000000000002")
    expect(await world.read(declined)).toMatchObject({ token_id: null })
    expect((await world.call("GET", `${PATH}?merchant_reference=gwp_keep_no`)).json).toEqual({ data: [] })
  })

  it("saves the card when a slow issuer responds, and for a pre-authorization", async () => {
    const silent = await world.paid("gwp_keep_late", { save_card }, "4000000000000119")
    expect(await world.read(silent)).toMatchObject({ token_id: null })
    await world.control("POST", "/_sim/clock", { offset_s: 21 })
    await world.control("POST", "/_sim/clock", { offset_s: 0 })
    const held = await world.paid("gwp_keep_held", { save_card, intent: "preauth" })
    for (const id of [silent, held])
      expect((await world.read(id)).token_id).toEqual(expect.stringMatching(/^tok_/))
  })

  it("creates a token that can be charged", async () => {
    const payment = (await world.read(await world.paid("gwp_keep_use", { save_card }))) as {
      token_id: string
      network_transaction_id: string
    }
    const token = { id: payment.token_id, network_transaction_id: payment.network_transaction_id }
    expect((await charge(token, { amount: 5000 })).status).toBe(201)
    expect((await charge(token, { amount: 5001 })).json.error).toMatchObject({ code: "mandate_limit" })
  })
})

describe("POST /tokens/{id}/charges", () => {
  it("makes a payment without the customer", async () => {
    const token = await saved()
    const { status, json } = await charge(token, { merchant_reference: "gwc_first", metadata: { run: "1" } })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      status: "captured",
      initiator: "mit",
      token_id: token.id,
      next_action: null,
      amount: 9900,
      mit: { type: "recurring", initial_network_transaction_id: token.network_transaction_id },
      sca: { status: "not_required", challenge: false },
      card: { last4: "1111" },
      metadata: { run: "1" },
      captures: [{ amount: 9900, merchant_reference: "gwc_first" }],
    })
    expect(await world.eventTypes(String(json.id))).toEqual(["payment.captured"])
    const found = await world.call("GET", "/gwb/v1/payments?merchant_reference=gwc_first")
    expect(found.json.data).toEqual([json])
    const refund = { amount: 9900, merchant_reference: "ref_mit" }
    expect((await world.call("POST", `/gwb/v1/payments/${String(json.id)}/refunds`, refund)).status).toBe(201)
  })

  it("can authorize without a capture", async () => {
    expect((await charge(await saved(), { intent: "preauth" })).json).toMatchObject({ status: "authorized" })
  })

  it("charges at most the agreed amount each time, and only in the agreed currency", async () => {
    const token = await saved()
    expect((await charge(token, { amount: 20000 })).status).toBe(201)
    const { status, json } = await charge(token, { amount: 20001 })
    expect([status, json.error]).toMatchObject([422, { code: "mandate_limit", field: "amount" }])
    expect((await charge(token, { currency: "EUR" })).json.error).toMatchObject({ field: "currency" })
    const free = await saved("4111111111111111", { terms: {} })
    expect((await charge(free, { amount: 9_999_900, currency: "EUR" })).status).toBe(201)
  })

  it("is refused after the end of the agreement", async () => {
    const token = await saved("4111111111111111", { terms: { expires_at: "2020-01-01T00:00:00Z" } })
    expect((await charge(token)).json.error).toMatchObject({ code: "token_not_active" })
  })

  it("is refused before the customer agreed", async () => {
    const { id } = await open()
    const { status, json } = await charge({ id, network_transaction_id: "1" })
    expect([status, json.error]).toMatchObject([422, { code: "token_not_active" }])
  })

  it("is declined without the network transaction of the initial payment", async () => {
    const token = await saved()
    const { status, json } = await charge({ ...token, network_transaction_id: "000000000000000" })
    expect([status, json]).toMatchObject([402, { status: "declined", decline: { code: "mandate_missing" } }])
    expect(await world.eventTypes(String(json.id))).toEqual(["payment.declined"])
    expect(await world.read(String(json.id))).toEqual(json)
  })

  it("is declined for an amount ending in 51", async () => {
    const { status, json } = await charge(await saved(), { amount: 151 })
    expect([status, json.decline]).toMatchObject([402, { code: "insufficient_funds" }])
  })

  it("is declined for the card 4000000000000341 the first time only", async () => {
    const token = await saved("4000000000000341")
    expect(token.status).toBe("active")
    const first = await charge(token)
    expect([first.status, first.json.decline]).toMatchObject([402, { code: "insufficient_funds" }])
    expect((await charge(token)).status).toBe(201)
  })

  it("always requires the customer for the card 4000002760003184", async () => {
    const token = await saved("4000002760003184")
    for (const _ of [1, 2]) {
      const { status, json } = await charge(token)
      const decline = { code: "sca_required", retryable: true }
      expect([status, json]).toMatchObject([402, { status: "declined", decline, captures: [] }])
    }
  })

  it("makes one payment per merchant_reference, including payments by the customer", async () => {
    const token = await saved()
    const { json } = await charge(token, { merchant_reference: "gwc_twice" })
    const again = await charge(token, { merchant_reference: "gwc_twice" })
    expect([again.status, again.json.error]).toMatchObject([
      409,
      { code: "duplicate_reference", payment_id: json.id },
    ])
    await world.create("gwp_taken")
    expect((await charge(token, { merchant_reference: "gwp_taken" })).status).toBe(409)
  })

  it.each<[string, object]>([
    ["mit", { mit: undefined }],
    ["mit.initial_network_transaction_id", { mit: { type: "recurring" } }],
    ["intent", { intent: undefined }],
    ["return_url", { return_url: "https://shop.example" }],
  ])("refuses an invalid %s", async (field, change) => {
    const { status, json } = await charge(await saved(), change)
    expect([status, json.error]).toMatchObject([400, { code: "invalid_request", field }])
  })

  it("returns 404 for tokens of other merchants", async () => {
    const other = makeClient(world.url, world.url, world.shop.key, "mrc_other")
    const token = await saved()
    const body = chargeBody(token.network_transaction_id)
    expect((await other("POST", `${PATH}/${token.id}/charges`, body)).status).toBe(404)
  })
})

it("GET /_sim/tokens lists the current state of all tokens", async () => {
  const token = await saved()
  const { json } = await world.control("GET", "/_sim/tokens")
  expect(json.data).toContainEqual(token)
})

it("GET /_sim/tokens lists the tokens with one merchant reference", async () => {
  const token = await saved()
  await saved()
  const listed = async (name: string) =>
    (await world.control("GET", `/_sim/tokens?merchant_reference=${name}`)).json.data
  expect(await listed(token.merchant_reference)).toEqual([token])
  expect(await listed("gwt_nothing")).toEqual([])
})
