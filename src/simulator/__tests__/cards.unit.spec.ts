import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readCard } from "../card-form"
import { behaviorOf, passesLuhn } from "../cards"
import { startWorld } from "./support/simulator"

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

let count = 0
async function pay(card: string, action = "approve", more: { create?: object; page?: object } = {}) {
  const { id, next_action } = await world.create(`gwp_card_${++count}`, { ...more.create })
  const { json } = await world.auto(next_action.url, { card, action, ...more.page })
  return {
    redirect: json.redirect_url as string,
    result: json.status as string,
    payment: await world.read(id),
  }
}

describe("a test card", () => {
  it.each(["4111 1111 1111 1111", "5555555555554444", "4000000000003063", "4000002760003184"])(
    "%s requires the challenge and approves",
    async (card) => {
      const { payment, redirect } = await pay(card)
      expect(payment).toMatchObject({
        status: "captured",
        version: 2,
        sca: { status: "authenticated", challenge: true },
      })
      expect(payment).toMatchObject({
        amounts: { authorized: 15900, captured: 15900 },
        next_action: null,
        decline: null,
      })
      expect(redirect).toContain("gwb_result=approved")
    }
  )

  it("4000000000003055 approves without a challenge, with the requested exemption", async () => {
    const { payment } = await pay("4000000000003055", "approve", {
      create: { sca: { exemption_requested: "low_value" } },
    })
    expect(payment).toMatchObject({ status: "captured", sca: { challenge: false, exemption: "low_value" } })
  })

  it("is only authorized for a pre-authorization", async () => {
    const { payment } = await pay("4111111111111111", "approve", { create: { intent: "preauth" } })
    expect(payment).toMatchObject({ status: "authorized", amounts: { authorized: 15900, captured: 0 } })
    expect(Date.parse(String(payment.authorization_expires_at)) - Date.now()).toBeGreaterThan(6 * 86_400_000)
  })

  it.each([
    ["4000000000009995", "insufficient_funds"],
    ["4000000000000069", "card_expired"],
    ["4000000000000127", "invalid_cvv"],
    ["4000000000000002", "do_not_honor"],
    ["4000000000009979", "lost_or_stolen"],
    ["4242424242424242", "do_not_honor"],
  ])("%s declines as %s", async (card, code) => {
    const { payment, redirect } = await pay(card)
    expect(payment).toMatchObject({ status: "declined", decline: { code }, amounts: { authorized: 0 } })
    expect(redirect).toContain("gwb_result=declined")
  })

  it("4000000000000119 leaves the payment open for 20 seconds, then it is approved", async () => {
    const { payment, result } = await pay("4000000000000119")
    expect([result, payment.status, payment.version]).toEqual(["processing", "processing", 2])
    await world.control("POST", "/_sim/clock", { offset_s: 19 })
    expect(await world.read(String(payment.id))).toMatchObject({ status: "processing" })
    await world.control("POST", "/_sim/clock", { offset_s: 21 })
    expect(await world.read(String(payment.id))).toMatchObject({ status: "captured", version: 3 })
    await world.control("POST", "/_sim/clock", { offset_s: 0 })
  })

  it("4000000000000119 is declined after 20 seconds for an amount ending in 51", async () => {
    const { payment } = await pay("4000000000000119", "approve", { create: { amount: 10051 } })
    expect(payment.status).toBe("processing")
    await world.control("POST", "/_sim/clock", { offset_s: 21 })
    expect(await world.read(String(payment.id))).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds" },
      amounts: { captured: 0 },
    })
    await world.control("POST", "/_sim/clock", { offset_s: 0 })
  })

  it("is declined with a wrong security code or a past expiry", async () => {
    expect((await pay("4111111111111111", "approve", { page: { cvv: "999" } })).payment).toMatchObject({
      decline: { code: "invalid_cvv" },
    })
    expect((await pay("4111111111111111", "approve", { page: { expiry: "01/20" } })).payment).toMatchObject({
      decline: { code: "card_expired" },
    })
  })

  it("is declined for an amount ending in 51", async () => {
    const { payment } = await pay("4111111111111111", "approve", { create: { amount: 10051 } })
    expect(payment).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds", network_code: "51" },
    })
    expect((await pay("4111111111111111", "approve", { create: { amount: 5100 } })).payment.status).toBe(
      "captured"
    )
  })

  it("fails the authentication when the customer declines", async () => {
    const { payment } = await pay("4000000000003063", "decline")
    expect(payment).toMatchObject({
      status: "declined",
      decline: { code: "sca_failed" },
      sca: { status: "failed" },
    })
  })

  it("is known outside the page only by brand, BIN, last four digits and expiry", async () => {
    const { payment } = await pay("5555555555554444", "approve", { page: { expiry: "11/31" } })
    const card = { brand: "mastercard", bin: "555555", last4: "4444", exp_month: 11, exp_year: 2031 }
    expect(payment.card).toMatchObject(card)
    const everything = JSON.stringify([payment, (await world.control("GET", "/_sim/log")).json])
    expect(everything).not.toContain("5555555555554444")
  })
})

describe("the card form", () => {
  const good = { number: "4111-1111 1111 1111", expiry: "12/30", cvv: "123" }

  it.each(["12/30", "12 / 2030", "1230", "12-30"])("reads the expiry %s", (expiry) => {
    expect(readCard({ ...good, expiry })).toMatchObject({
      card: { number: "4111111111111111", expMonth: 12, expYear: 2030 },
    })
  })

  it.each<[string, object]>([
    ["number", { number: "4111111111111112" }],
    ["number", { number: "" }],
    ["expiry", { expiry: "13/30" }],
    ["expiry", { expiry: "soon" }],
    ["cvv", { cvv: "12" }],
  ])("reports an invalid %s", (field, change) => {
    expect(readCard({ ...good, ...change })).toHaveProperty(["mistakes", field])
  })

  it("verifies the Luhn check digit", () => {
    expect(passesLuhn("4000000000003063")).toBe(true)
    expect(passesLuhn("4000000000003064")).toBe(false)
  })

  it("accepts a card until the end of its expiry month", () => {
    const card = { number: "4111111111111111", cvv: "123", expMonth: 12, expYear: 2030 }
    expect(behaviorOf(card, new Date("2030-12-31T23:59:59Z"))).toMatchObject({ kind: "approve" })
    expect(behaviorOf(card, new Date("2031-01-01T00:00:00Z"))).toMatchObject({ code: "card_expired" })
  })
})
