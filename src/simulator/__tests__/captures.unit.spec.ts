import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeClient } from "./support/merchant"
import { startWorld } from "./support/simulator"

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

let count = 0
const held = () => world.paid(`gwp_cap_${++count}`, { intent: "preauth" })
const capture = (id: string, body: object, key = randomUUID()) =>
  world.call("POST", `/gwb/v1/payments/${id}/captures`, body, { key })
const reference = () => `cap_${++count}`

describe("POST /payments/{id}/captures", () => {
  it("captures the whole amount and sends an event", async () => {
    const id = await held()
    const { status, json } = await capture(id, { amount: 15900, merchant_reference: "cap_all" })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      id,
      status: "captured",
      version: 3,
      amounts: { authorized: 15900, captured: 15900, voided: 0 },
      authorization_expires_at: null,
      captures: [{ amount: 15900, final: true, merchant_reference: "cap_all" }],
    })
    expect(await world.read(id)).toEqual(json)
    expect(await world.eventTypes(id)).toEqual(["payment.authorized", "payment.captured"])
  })

  it("captures in parts, and the final one voids the rest", async () => {
    const id = await held()
    const first = await capture(id, { amount: 5000, final: false, merchant_reference: reference() })
    expect(first.json).toMatchObject({ status: "partially_captured", amounts: { captured: 5000, voided: 0 } })
    expect(first.json.authorization_expires_at).not.toBeNull()
    await capture(id, { amount: 4000, final: false, merchant_reference: reference() })
    const last = await capture(id, { amount: 1000, merchant_reference: reference() })
    expect(last.json).toMatchObject({ status: "captured", amounts: { captured: 10000, voided: 5900 } })
    const captures = last.json.captures as { id: string; created_at: string }[]
    expect(new Set(captures.map((entry) => entry.id)).size).toBe(3)
    expect(captures.every(({ created_at }) => Date.parse(created_at) > 0)).toBe(true)
    expect(await world.eventTypes(id)).toEqual([
      "payment.authorized",
      "payment.partially_captured",
      "payment.partially_captured",
      "payment.captured",
    ])
  })

  it("is final automatically when nothing is left", async () => {
    const id = await held()
    const { json } = await capture(id, { amount: 15900, final: false, merchant_reference: reference() })
    expect(json).toMatchObject({ status: "captured", captures: [{ final: true }] })
  })

  it("captures no more than was authorized, in one capture or in total", async () => {
    const id = await held()
    const more = await capture(id, { amount: 15901, merchant_reference: reference() })
    expect(more.status).toBe(422)
    expect(more.json.error).toMatchObject({ code: "capture_exceeds_authorization", field: "amount" })
    await capture(id, { amount: 15000, final: false, merchant_reference: reference() })
    expect((await capture(id, { amount: 901, merchant_reference: reference() })).status).toBe(422)
    expect(await world.read(id)).toMatchObject({ version: 3, amounts: { captured: 15000 } })
    expect((await capture(id, { amount: 900, merchant_reference: reference() })).status).toBe(201)
  })

  it("captures nothing after a final capture, from a sale, or before customer authentication", async () => {
    const done = await held()
    await capture(done, { amount: 1, merchant_reference: reference() })
    const sale = await world.paid("gwp_cap_sale")
    const { id: open } = await world.create("gwp_cap_open", { intent: "preauth" })
    for (const id of [done, sale, open]) {
      const { status, json } = await capture(id, { amount: 1, merchant_reference: reference() })
      expect([status, json.error]).toMatchObject([409, { code: "invalid_state", payment_id: id }])
    }
  })

  it("makes one capture per merchant_reference, also for another payment and with another key", async () => {
    const [one, two] = [await held(), await held()]
    await capture(one, { amount: 100, final: false, merchant_reference: "cap_twice" })
    for (const id of [one, two]) {
      const { status, json } = await capture(id, { amount: 100, merchant_reference: "cap_twice" })
      expect([status, json.error]).toMatchObject([409, { code: "duplicate_reference", payment_id: one }])
    }
    expect(await world.read(two)).toMatchObject({ status: "authorized" })
  })

  it("captures once for the same key and returns the first response, even for ten concurrent calls", async () => {
    const id = await held()
    const [key, order] = [randomUUID(), { amount: 100, final: false, merchant_reference: reference() }]
    await Promise.all(Array.from({ length: 10 }, () => capture(id, order, key)))
    const again = await capture(id, order, key)
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"])
    expect(await world.read(id)).toMatchObject({ version: 3, amounts: { captured: 100 } })
  })

  it("never captures more than was authorized, even with ten different concurrent captures", async () => {
    const id = await held()
    const calls = Array.from({ length: 10 }, () =>
      capture(id, { amount: 5000, final: false, merchant_reference: reference() })
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(3)
    expect(await world.read(id)).toMatchObject({ amounts: { captured: 15000 } })
  })

  it.each([
    ["amount", { amount: 0 }],
    ["amount", { amount: 1.5 }],
    ["final", { final: "yes" }],
    ["merchant_reference", { merchant_reference: undefined }],
    ["currency", { currency: "RON" }],
  ])("refuses an invalid %s", async (field, change) => {
    const { status, json } = await capture("pay_none", { amount: 1, merchant_reference: "x", ...change })
    expect(status).toBe(404)
    const known = await capture(await held(), { amount: 1, merchant_reference: reference(), ...change })
    expect([known.status, known.json.error]).toMatchObject([400, { code: "invalid_request", field }])
    expect(json.error).toMatchObject({ code: "not_found" })
  })

  it("is available to the payment's own merchant only", async () => {
    const other = makeClient(world.url, world.url, world.shop.key, "mrc_other")
    const id = await held()
    const body = { amount: 1, merchant_reference: "cap_foreign" }
    expect((await other("POST", `/gwb/v1/payments/${id}/captures`, body)).status).toBe(404)
  })
})

it("a sale has one capture, with the merchant_reference of the payment", async () => {
  const payment = await world.read(await world.paid("gwp_piece"))
  expect(payment.captures).toMatchObject([{ amount: 15900, final: true, merchant_reference: "gwp_piece" }])
})

describe("POST /payments/{id}/void", () => {
  const voided = (id: string, body: object = {}) => world.call("POST", `/gwb/v1/payments/${id}/void`, body)

  it("voids an authorization", async () => {
    const id = await held()
    const { status, json } = await voided(id, { reason: "out of stock" })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      status: "voided",
      amounts: { authorized: 15900, captured: 0, voided: 15900 },
      authorization_expires_at: null,
    })
    expect(await world.eventTypes(id)).toEqual(["payment.authorized", "payment.voided"])
  })

  it("cancels a payment without an authorization, and closes the customer's page", async () => {
    const { id, next_action } = await world.create("gwp_off")
    expect((await voided(id)).json).toMatchObject({ status: "canceled", next_action: null })
    expect(await world.eventTypes(id)).toEqual(["payment.canceled"])
    expect((await world.auto(next_action.url, { card: "4111111111111111", action: "approve" })).status).toBe(
      410
    )
    const page = await fetch(next_action.url)
    expect([page.status, await page.text()]).toMatchObject([410, expect.stringContaining("canceled")])
    expect(await world.read(id)).toMatchObject({ status: "canceled", version: 2 })
  })

  it("cancels a payment for good while its issuer has not responded", async () => {
    const id = await world.paid("gwp_silent", {}, "4000000000000119")
    expect((await voided(id)).json).toMatchObject({ status: "canceled" })
    await world.control("POST", "/_sim/clock", { offset_s: 30 })
    expect(await world.read(id)).toMatchObject({ status: "canceled" })
    await world.control("POST", "/_sim/clock", { offset_s: 0 })
  })

  it("voids the uncaptured rest, and keeps the captures", async () => {
    const part = await held()
    await capture(part, { amount: 100, final: false, merchant_reference: reference() })
    expect((await voided(part)).json).toMatchObject({
      status: "captured",
      amounts: { authorized: 15900, captured: 100, voided: 15800 },
      authorization_expires_at: null,
    })
  })

  it("refuses a captured payment and a second void", async () => {
    const part = await held()
    await capture(part, { amount: 100, final: false, merchant_reference: reference() })
    await voided(part)
    const twice = await held()
    await voided(twice)
    for (const id of [part, twice, await world.paid("gwp_void_sale")]) {
      const { status, json } = await voided(id)
      expect([status, json.error]).toMatchObject([409, { code: "invalid_state", payment_id: id }])
    }
    expect((await voided("pay_none")).status).toBe(404)
  })

  it("leaves no amount to capture", async () => {
    const id = await held()
    await voided(id)
    expect((await capture(id, { amount: 1, merchant_reference: reference() })).status).toBe(409)
  })
})
