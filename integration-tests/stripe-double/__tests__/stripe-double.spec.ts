import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import type { Intent } from "../intent"
import { type StripeDouble, startDouble } from "../server"
import { WebhookEndpoint } from "./endpoint"
import { clientOf, type StripeClient } from "./stripe-client"

const SECRET = "whsec_test"
const APPROVED = "4242424242424242"
const DECLINED = "4000000000000002"
const AUTHENTICATED = "4000002500003155"

let endpoint: WebhookEndpoint
let double: StripeDouble
let stripe: StripeClient

beforeAll(async () => {
  endpoint = await WebhookEndpoint.open()
  double = await startDouble(0, { url: endpoint.url, secret: SECRET })
  stripe = clientOf(double)
})
afterAll(async () => {
  await double.stop()
  endpoint.stop()
})
beforeEach(() => control("POST", "reset"))

async function control(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${double.url}/_double/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json()
}

const create = (capture_method = "manual", options?: object) =>
  stripe.paymentIntents.create(
    { amount: 4300, currency: "eur", capture_method, metadata: { session_id: "s1" } },
    options
  )

/** As Stripe.js confirms a payment in the customer's browser. */
const confirm = ({ id, client_secret }: Intent, number = APPROVED) =>
  clientOf(double, "pk_test_1").paymentIntents.confirm(id, {
    client_secret,
    payment_method_data: { type: "card", card: { number } },
  })

const eventsOf = ({ id }: Intent) =>
  endpoint.received
    .map(({ body, signature }) => stripe.webhooks.constructEvent(body, signature, SECRET))
    .filter(({ data }) => data.object.id === id)
    .map(({ type }) => type.replace("payment_intent.", ""))

const arrived = (intent: Intent, types: string[]) =>
  vi.waitFor(() => expect(eventsOf(intent)).toEqual(types), { timeout: 10_000 })

describe("a payment at the Stripe double, with Stripe's own client", () => {
  it("is held, and received when it is captured", async () => {
    const intent = await create()
    expect(intent).toMatchObject({ status: "requires_payment_method", amount: 4300, amount_received: 0 })
    expect(await confirm(intent)).toMatchObject({ status: "requires_capture", amount_capturable: 4300 })
    const captured = await stripe.paymentIntents.capture(intent.id)
    expect(captured).toMatchObject({ status: "succeeded", amount_received: 4300, amount_capturable: 0 })
    await arrived(intent, ["created", "amount_capturable_updated", "succeeded"])
    await expect(stripe.paymentIntents.capture(intent.id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
      payment_intent: { status: "succeeded" },
    })
  })

  it("is received at once with automatic capture", async () => {
    const paid = await confirm(await create("automatic"))
    expect(paid).toMatchObject({ status: "succeeded", amount_received: 4300 })
    await arrived(paid, ["created", "succeeded"])
  })

  it("is captured in part, but not for more than is held", async () => {
    const { id } = await confirm(await create())
    await expect(stripe.paymentIntents.capture(id, { amount_to_capture: 4301 })).rejects.toMatchObject({
      code: "amount_too_large",
    })
    const part = await stripe.paymentIntents.capture(id, { amount_to_capture: 100 })
    expect(part.amount_received).toBe(100)
  })

  it("is declined with its error, and paid by another card", async () => {
    const intent = await create()
    await expect(confirm(intent, DECLINED)).rejects.toMatchObject({
      type: "StripeCardError",
      payment_intent: { status: "requires_payment_method", last_payment_error: { code: "card_declined" } },
    })
    expect(await confirm(intent)).toMatchObject({ status: "requires_capture", last_payment_error: null })
    await arrived(intent, ["created", "payment_failed", "amount_capturable_updated"])
  })

  it("is paid after authentication, and open again when that fails", async () => {
    const intent = await create()
    expect(await confirm(intent, AUTHENTICATED)).toMatchObject({ status: "requires_action" })
    await control("POST", `authenticate/${intent.id}`, { success: false })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
    })
    await confirm(intent, AUTHENTICATED)
    await control("POST", `authenticate/${intent.id}`, { success: true })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: "requires_capture" })
    await arrived(intent, [
      "created",
      "requires_action",
      "payment_failed",
      "requires_action",
      "amount_capturable_updated",
    ])
  })

  it("is confirmed in a browser only with its client secret, and not read or captured there", async () => {
    const intent = await create()
    const browser = clientOf(double, "pk_test_1").paymentIntents
    await expect(confirm({ ...intent, client_secret: "guessed" })).rejects.toMatchObject({ statusCode: 401 })
    await expect(browser.retrieve(intent.id)).rejects.toMatchObject({ statusCode: 401 })
    await confirm(intent)
    await expect(browser.capture(intent.id)).rejects.toMatchObject({ statusCode: 401 })
  })

  it("is canceled while it is held, not after it is received", async () => {
    const held = await confirm(await create())
    expect(await stripe.paymentIntents.cancel(held.id)).toMatchObject({
      status: "canceled",
      amount_capturable: 0,
    })
    await arrived(held, ["created", "amount_capturable_updated", "canceled"])
    const received = await confirm(await create("automatic"))
    await expect(stripe.paymentIntents.cancel(received.id)).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    })
  })

  it("changes its amount until it is held", async () => {
    const intent = await create()
    expect((await stripe.paymentIntents.update(intent.id, { amount: 500 })).amount).toBe(500)
    expect(await confirm(intent)).toMatchObject({ amount_capturable: 500 })
    await expect(stripe.paymentIntents.update(intent.id, { amount: 600 })).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    })
  })

  it.each([0, 10.5, -1, 100_000_000, 49])("is not created for %s", async (amount) => {
    await expect(stripe.paymentIntents.create({ amount, currency: "eur" })).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
    })
  })

  it("shows its payment method only if it is expanded", async () => {
    const { id } = await confirm(await create())
    expect((await stripe.paymentIntents.retrieve(id)).payment_method).toEqual(expect.stringMatching(/^pm_/))
    expect(await stripe.paymentIntents.retrieve(id, { expand: ["payment_method"] })).toMatchObject({
      payment_method: { type: "card", card: { last4: "4242" } },
    })
  })
})

describe("a refund at the Stripe double", () => {
  it("is at most what was received, in parts", async () => {
    const { id: payment_intent } = await confirm(await create("automatic"))
    expect((await stripe.refunds.create({ payment_intent, amount: 4000 })).amount).toBe(4000)
    await expect(stripe.refunds.create({ payment_intent, amount: 301 })).rejects.toThrow(
      /greater than unrefunded/
    )
    expect((await stripe.refunds.create({ payment_intent })).amount).toBe(300)
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: "charge_already_refunded",
    })
  })

  it("is rejected for an amount that is only held", async () => {
    const { id: payment_intent } = await confirm(await create())
    await expect(stripe.refunds.create({ payment_intent })).rejects.toThrow(/successful charge/)
  })
})

describe("an idempotency key at the Stripe double", () => {
  it("answers the same request with the same payment, and rejects another request", async () => {
    const key = { idempotencyKey: "key-1" }
    const [first, second] = [await create("manual", key), await create("manual", key)]
    expect(second.id).toBe(first.id)
    await expect(create("automatic", key)).rejects.toMatchObject({ type: "StripeIdempotencyError" })
    expect((await create("manual", { idempotencyKey: "key-2" })).id).not.toBe(first.id)
  })

  it("refunds once when the answer is lost and the client tries again", async () => {
    const { id: payment_intent } = await confirm(await create("automatic"))
    await control("POST", "faults", { fault: { kind: "lost_answer", call: "POST /v1/refunds", times: 1 } })
    await stripe.refunds.create({ payment_intent, amount: 100 }, { idempotencyKey: "refund-1" })
    expect(await control("GET", `refunds/${payment_intent}`)).toMatchObject([{ amount: 100 }])
  })
})

describe("the faults of the Stripe double", () => {
  it("answer as many calls with 500 as planned, without effect", async () => {
    const { id } = await create()
    await control("POST", "faults", {
      fault: { kind: "error", call: `/v1/payment_intents/${id}/cancel`, times: 2 },
    })
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ type: "StripeAPIError" })
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe("requires_payment_method")
    expect((await stripe.paymentIntents.cancel(id)).status).toBe("canceled")
  })

  it("send events twice, never, or later", async () => {
    await control("PUT", "delivery", { delivery: "twice" })
    const twice = await create()
    await arrived(twice, ["created", "created"])
    await control("PUT", "delivery", { delivery: "lost" })
    const lost = await create()
    await control("PUT", "delivery", { delivery: "held" })
    const held = await create()
    expect([eventsOf(lost), eventsOf(held)]).toEqual([[], []])
    await control("POST", "release")
    expect([eventsOf(lost), eventsOf(held)]).toEqual([[], ["created"]])
  })

  it("do not forge a signature: another secret does not verify it", async () => {
    const intent = await create()
    await arrived(intent, ["created"])
    const { body = "", signature = "" } = endpoint.received.at(-1) ?? {}
    expect(() => stripe.webhooks.constructEvent(body, signature, "whsec_other")).toThrow(/signature/i)
  })
})
