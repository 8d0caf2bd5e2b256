import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Clock } from "../clock"
import { Idempotency, type Outcome } from "../idempotency"
import { memoryJournal } from "../journal"
import { Ledger } from "../ledger"
import { makeClient } from "./support/merchant"
import { paymentBody, startWorld } from "./support/simulator"

const PATH = "/gwb/v1/payments"
let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld(["--seed", "7"])))
afterAll(() => world.stop())

describe("POST /payments", () => {
  it("creates a payment that waits for the customer on the bank's page", async () => {
    const body = paymentBody("gwp_open", {
      intent: "preauth",
      description: "Order 1042",
      metadata: { order_id: "1042" },
    })
    const { status, json } = await world.call("POST", PATH, body)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      version: 1,
      merchant_id: "mrc_demo",
      merchant_reference: "gwp_open",
      intent: "preauth",
      status: "requires_action",
      amount: 15900,
      currency: "RON",
      amounts: { authorized: 0, captured: 0, refunded: 0, refund_pending: 0, voided: 0 },
      card: null,
      livemode: false,
      description: "Order 1042",
      metadata: { order_id: "1042" },
    })
    const { next_action } = json as { next_action: { url: string; expires_at: string } }
    expect(next_action.url).toMatch(new RegExp(`^${world.url}/sca/s_`))
    expect(Date.parse(next_action.expires_at) - Date.now()).toBeGreaterThan(14 * 60_000)
  })

  it.each<[string, string, Record<string, unknown>]>([
    ["merchant_reference", "missing", { merchant_reference: undefined }],
    ["merchant_reference", "with a space", { merchant_reference: "a b" }],
    ["intent", "unknown", { intent: "auction" }],
    ["amount", "as a string", { amount: "15900" }],
    ["amount", "zero", { amount: 0 }],
    ["amount", "with a fraction", { amount: 1.5 }],
    ["currency", "in lower case", { currency: "ron" }],
    ["return_url", "relative", { return_url: "/return" }],
    ["return_url", "with the scheme javascript", { return_url: "javascript:alert(1)" }],
    ["locale", "nonsense", { locale: "??" }],
    ["customer.phone", "unknown", { customer: { phone: "1" } }],
    ["save_card.usage", "missing", { save_card: {} }],
    ["sca.exemption_requested", "unknown", { sca: { exemption_requested: "please" } }],
    ["metadata.a", "that is no string", { metadata: { a: 1 } }],
    ["card", "on this API", { card: "4111111111111111" }],
  ])("refuses %s %s", async (field, _, change) => {
    const { status, json } = await world.call("POST", PATH, paymentBody("gwp_bad", change))
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ code: "invalid_request", field, retryable: false })
  })

  it("accepts all optional members", async () => {
    const more = {
      locale: "ro-RO",
      customer: { reference: "cus_1", email: "ana@example.com" },
      save_card: { usage: "recurring", terms: { max_amount: 20000 } },
      sca: { exemption_requested: null },
    }
    expect((await world.call("POST", PATH, paymentBody("gwp_full", more))).status).toBe(201)
  })

  it("refuses a currency this merchant has no account in", async () => {
    const { status, json } = await world.call("POST", PATH, paymentBody("gwp_usd", { currency: "USD" }))
    expect(status).toBe(422)
    expect(json.error).toMatchObject({ code: "currency_not_supported", field: "currency" })
  })

  it("refuses a body that is not a JSON object, not JSON, or not declared as JSON", async () => {
    expect((await world.call("POST", PATH, "[]")).status).toBe(400)
    expect((await world.call("POST", PATH, "{")).status).toBe(400)
    const headers = { "Content-Type": "text/plain" }
    const { json } = await world.call("POST", PATH, paymentBody("gwp_text"), { headers })
    expect(json.error).toMatchObject({ code: "invalid_request", field: "Content-Type" })
  })

  it("refuses a body above 256 KiB", async () => {
    const { status, json } = await world.call("POST", PATH, { filler: "x".repeat(300_000) })
    expect(status).toBe(413)
    expect(json.error).toMatchObject({ code: "invalid_request" })
  })

  it("refuses an Idempotency-Key that is no UUID", async () => {
    const { status, json } = await world.call("POST", PATH, paymentBody("gwp_key"), { key: "order-1" })
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ field: "Idempotency-Key" })
  })
})

describe("an Idempotency-Key", () => {
  it("used again with the same body gets the first response byte for byte, newly signed", async () => {
    const key = randomUUID()
    const first = await world.call("POST", PATH, paymentBody("gwp_idem"), { key })
    const again = await world.call("POST", PATH, paymentBody("gwp_idem"), { key })
    expect(again.text).toBe(first.text)
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"])
    expect(first.headers.get("idempotent-replayed")).toBeNull()
    expect(again.claims.jti).not.toBe(first.claims.jti)
  })

  it("used again with another body is refused", async () => {
    const key = randomUUID()
    await world.call("POST", PATH, paymentBody("gwp_conflict"), { key })
    const { status, json } = await world.call("POST", PATH, paymentBody("gwp_conflict", { amount: 1 }), {
      key,
    })
    expect(status).toBe(422)
    expect(json.error).toMatchObject({ code: "idempotency_conflict" })
  })

  it("creates one payment for 20 concurrent calls", async () => {
    const key = randomUUID()
    const calls = Array.from({ length: 20 }, () => world.call("POST", PATH, paymentBody("gwp_race"), { key }))
    const ids = (await Promise.all(calls)).filter(({ status }) => status === 201).map(({ json }) => json.id)
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(1)
  })

  it("of a refused call can be used again", async () => {
    const key = randomUUID()
    expect((await world.call("POST", PATH, paymentBody("gwp_free", { amount: 0 }), { key })).status).toBe(400)
    expect((await world.call("POST", PATH, paymentBody("gwp_free"), { key })).status).toBe(201)
  })

  it("is refused while the first call with it is running", async () => {
    const idempotency = new Idempotency(new Ledger(memoryJournal, []), new Clock())
    let finish: () => void = () => {}
    const slow = () => new Promise<void>((resolve) => (finish = resolve))
    const done = (): Outcome => ({ status: 201, body: { done: true }, facts: [] })
    const first = idempotency.run("scope", "digest", done, slow)
    const refused = idempotency.run("scope", "digest", done, slow)
    await expect(refused).rejects.toMatchObject({
      code: "idempotency_in_flight",
      status: 409,
      details: { retryAfter: 1 },
    })
    finish()
    expect(await first).toMatchObject({ status: 201, text: '{"done":true}' })
  })

  it("expires after seven days, unlike the merchant_reference", async () => {
    const key = randomUUID()
    await world.call("POST", PATH, paymentBody("gwp_week"), { key })
    await world.control("POST", "/_sim/clock", { offset_s: 8 * 86_400 })
    const iat = Math.floor(Date.now() / 1000) + 8 * 86_400
    const claims = { iat, exp: iat + 120 }
    const { status, json } = await world.call("POST", PATH, paymentBody("gwp_week"), { key, claims })
    await world.control("POST", "/_sim/clock", { offset_s: 0 })
    expect(status).toBe(409)
    expect(json.error).toMatchObject({ code: "duplicate_reference" })
  })
})

describe("a merchant_reference", () => {
  it("is accepted for one payment only, which the error names", async () => {
    const { id } = await world.create("gwp_natural")
    const { status, json } = await world.call("POST", PATH, paymentBody("gwp_natural"))
    expect(status).toBe(409)
    expect(json.error).toMatchObject({ code: "duplicate_reference", payment_id: id })
  })

  it("finds its payment or an empty list", async () => {
    const { id } = await world.create("gwp_find")
    const found = await world.call("GET", `${PATH}?merchant_reference=gwp_find`)
    expect(found.json.data).toMatchObject([{ id }])
    expect((await world.call("GET", `${PATH}?merchant_reference=gwp_none`)).json).toEqual({ data: [] })
    expect((await world.call("GET", PATH)).json.error).toMatchObject({ field: "merchant_reference" })
  })
})

describe("GET requests", () => {
  it("return a payment to its own merchant only", async () => {
    const { id } = await world.create("gwp_mine")
    expect(await world.read(id)).toMatchObject({ id, merchant_reference: "gwp_mine" })
    const other = makeClient(world.url, world.url, world.shop.key, "mrc_other")
    expect((await other("GET", `${PATH}/${id}`)).status).toBe(404)
    expect((await other("GET", `${PATH}?merchant_reference=gwp_mine`)).json).toEqual({ data: [] })
    expect((await world.call("GET", `${PATH}/pay_none`)).status).toBe(404)
  })

  it("list events in order and in pages, numbered from 1 for each merchant", async () => {
    for (const reference of ["gwp_e1", "gwp_e2", "gwp_e3"]) {
      const { next_action } = await world.create(reference)
      await world.auto(next_action.url, { card: "4000000000003055", action: "approve" })
    }
    const all = await world.call("GET", "/gwb/v1/events?after=0")
    const events = all.json.data as { sequence: number; type: string }[]
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
    const last = events.length
    const page = await world.call("GET", `/gwb/v1/events?after=${last - 3}&limit=2`)
    expect(page.json).toMatchObject({
      has_more: true,
      data: [{ sequence: last - 2 }, { sequence: last - 1 }],
    })
    const rest = await world.call("GET", `/gwb/v1/events?after=${last - 1}&limit=2`)
    expect(rest.json).toMatchObject({ has_more: false, data: [{ sequence: last, type: "payment.captured" }] })
  })

  it.each(["after=x", "after=-1", "limit=0", "limit=101"])("refuse events?%s", async (query) => {
    expect((await world.call("GET", `/gwb/v1/events?${query}`)).status).toBe(400)
  })
})
