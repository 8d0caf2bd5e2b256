import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type StripeDouble, startDouble } from "../server"
import { clientOf, type StripeClient } from "./stripe-client"

let double: StripeDouble
let stripe: StripeClient

beforeAll(async () => {
  double = await startDouble({ port: 0 })
  stripe = clientOf(double)
})
afterAll(() => double.stop())

const open = () => stripe.paymentIntents.create({ amount: 4300, currency: "eur" })

const withToken = (token: string) => ({ payment_method_data: { type: "card", card: { token } } })
const withShared = (token: string) => ({ payment_method_data: { shared_payment_granted_token: token } })

const confirmed = async (fields: object) => stripe.paymentIntents.confirm((await open()).id, fields)

async function grant(limits: object = {}, payment_method = "pm_card_visa"): Promise<string> {
  const usage = {
    currency: "eur",
    max_amount: 4300,
    expires_at: Math.floor(Date.now() / 1000) + 60,
    ...limits,
  }
  const named = Object.entries(usage).map(([name, value]) => [`usage_limits[${name}]`, String(value)])
  const response = await fetch(`${double.url}/v1/test_helpers/shared_payment/granted_tokens`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_1" },
    body: new URLSearchParams({ payment_method, ...(Object.fromEntries(named) as Record<string, string>) }),
  })
  return ((await response.json()) as { id: string }).id
}

describe("a card's token at the Stripe double, with Stripe's own client", () => {
  it("is approved, declined, or has to be authenticated, by its name", async () => {
    expect(await confirmed(withToken("tok_visa"))).toMatchObject({
      status: "succeeded",
      amount_received: 4300,
    })
    expect((await confirmed(withToken("tok_threeDSecure2Required"))).status).toBe("requires_action")
    await expect(confirmed(withToken("tok_chargeDeclined"))).rejects.toMatchObject({
      type: "StripeCardError",
      code: "card_declined",
    })
  })

  it("is used once, unless it is one of Stripe's test tokens", async () => {
    for (const token of ["tok_visa", "tok_visa", "tok_visa_1a"]) await confirmed(withToken(token))
    await expect(confirmed(withToken("tok_visa_1a"))).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      code: "token_already_used",
    })
  })

  it("is refused if it is unknown, or without the type of the payment method", async () => {
    await expect(confirmed(withToken("tok_other"))).rejects.toMatchObject({ code: "resource_missing" })
    const untyped = { payment_method_data: { card: { token: "tok_visa" } } }
    await expect(confirmed(untyped)).rejects.toMatchObject({ code: "parameter_missing" })
  })
})

describe("a shared payment token at the Stripe double, with Stripe's own client", () => {
  it("pays once", async () => {
    const token = await grant()
    expect((await confirmed(withShared(token))).status).toBe("succeeded")
    await expect(confirmed(withShared(token))).rejects.toThrow(/deactivated/)
  })

  it("can be used again after a decline", async () => {
    const token = await grant({}, "pm_card_chargeDeclined")
    for (const _ of [1, 2]) await expect(confirmed(withShared(token))).rejects.toThrow(/declined/)
  })

  it("is refused beyond its limits, and if it is unknown", async () => {
    for (const limits of [{ max_amount: 4299 }, { currency: "usd" }, { expires_at: 1 }]) {
      const token = await grant(limits)
      await expect(confirmed(withShared(token))).rejects.toMatchObject({
        type: "StripeInvalidRequestError",
        code: "shared_payment_token_invalid",
      })
    }
    await expect(confirmed(withShared("spt_1"))).rejects.toMatchObject({ code: "resource_missing" })
  })
})

describe("a payment at the Stripe double", () => {
  it("is shown to a browser that has its client secret, and to no other", async () => {
    const { id, client_secret } = await open()
    const browser = clientOf(double, "pk_test_1").paymentIntents
    expect((await browser.retrieve(id, { client_secret })).status).toBe("requires_payment_method")
    await expect(browser.retrieve(id, { client_secret: "other" })).rejects.toMatchObject({ statusCode: 401 })
    await expect(browser.retrieve(id)).rejects.toMatchObject({ statusCode: 401 })
  })
})
