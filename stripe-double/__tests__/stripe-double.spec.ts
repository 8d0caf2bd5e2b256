import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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
  double = await startDouble({ port: 0, endpoint: { url: endpoint.url, secret: SECRET } })
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

/** A customer with a saved card. */
async function saved(number: string) {
  const customer = await stripe.customers.create({ email: "ana@example.com" })
  const card = { number, exp_month: 12, exp_year: 2040 }
  const { id } = await stripe.paymentMethods.create({ type: "card", card })
  await stripe.paymentMethods.attach(id, { customer: customer.id })
  return { customer: customer.id, method: id }
}

/** Confirms a new payment of a customer with a saved card, without the customer. */
async function charge(customer: string, payment_method: string) {
  const { id } = await stripe.paymentIntents.create({ amount: 4300, currency: "eur", customer })
  return stripe.paymentIntents.confirm(id, { payment_method, off_session: true })
}

describe("a saved card at the Stripe double, with Stripe's own client", () => {
  it("is listed and charged for its customer alone, until it is removed", async () => {
    const { customer, method } = await saved(APPROVED)
    const listed = await stripe.customers.listPaymentMethods(customer)
    expect(listed.data).toMatchObject([{ id: method, card: { last4: "4242", exp_year: 2040 } }])
    expect(await charge(customer, method)).toMatchObject({ status: "succeeded", amount_received: 4300 })
    const other = await saved(APPROVED)
    await expect(charge(other.customer, method)).rejects.toMatchObject({ type: "StripeInvalidRequestError" })
    await stripe.paymentMethods.detach(method)
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([])
    await expect(charge(customer, method)).rejects.toMatchObject({ type: "StripeInvalidRequestError" })
  })

  it("is refused without the customer if its issuer wants authentication", async () => {
    const { customer, method } = await saved("4000002500003155")
    await expect(charge(customer, method)).rejects.toMatchObject({
      code: "authentication_required",
      payment_intent: { status: "requires_payment_method", amount_received: 0 },
    })
  })
})

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

  it("by direct debit is processed until the bank has answered, only with automatic capture", async () => {
    const iban = { "payment_method_data[sepa_debit][iban]": "DE89370400440532013000" }
    const debited = async (method: "automatic" | "manual") => {
      const { id, client_secret } = await create(method)
      const fields = { key: "pk_test_double", client_secret: String(client_secret), ...iban }
      const path = `${double.url}/v1/payment_intents/${id}/confirm`
      return (await (
        await fetch(path, { method: "POST", body: new URLSearchParams(fields) })
      ).json()) as Intent
    }
    expect(await debited("manual")).toMatchObject({ error: { code: "payment_method_unsupported" } })
    const [paid, refused] = [await debited("automatic"), await debited("automatic")]
    expect([paid.status, refused.status]).toEqual(["processing", "processing"])
    await control("POST", `debit/${paid.id}`, { success: true })
    await control("POST", `debit/${refused.id}`, { success: false })
    expect(await stripe.paymentIntents.retrieve(paid.id, { expand: ["payment_method"] })).toMatchObject({
      status: "succeeded",
      payment_method: { type: "sepa_debit", sepa_debit: { last4: "3000" } },
    })
    expect(await stripe.paymentIntents.retrieve(refused.id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_payment_attempt_failed" },
    })
    await arrived(refused, ["created", "processing", "payment_failed"])
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

describe("a customer's browser at the Stripe double", () => {
  const send = (path: string, fields?: object) =>
    fetch(double.url + path, {
      ...(fields && { method: "POST", body: new URLSearchParams({ ...fields }) }),
    })
  const card = { "payment_method_data[card][number]": AUTHENTICATED }

  it("loads Stripe.js, and confirms from a page of any origin with the publishable key in the body", async () => {
    const script = await send("/v3/")
    expect([script.headers.get("content-type"), await script.text()]).toEqual([
      expect.stringContaining("text/javascript"),
      expect.stringContaining("window.Stripe"),
    ])
    const { id, client_secret } = await create()
    const confirmed = await send(`/v1/payment_intents/${id}/confirm`, {
      key: "pk_test_1",
      client_secret,
      ...card,
    })
    expect(confirmed.headers.get("access-control-allow-origin")).toBe("*")
    expect(await confirmed.json()).toMatchObject({ status: "requires_action" })
  })

  it("cannot send the secret key in the body", async () => {
    const { id } = await confirm(await create())
    expect((await send(`/v1/payment_intents/${id}/capture`, { key: "sk_test_1" })).status).toBe(401)
  })

  it("authenticates a card on the issuer's page, only with the client secret and once", async () => {
    const { id, client_secret } = await confirm(await create("automatic"), AUTHENTICATED)
    const path = `/redirect/authenticate/${id}`
    expect((await send(`${path}?client_secret=guessed`)).status).toBe(401)
    expect((await send(path, { client_secret: "guessed", success: "true" })).status).toBe(401)
    const page = await (await send(`${path}?client_secret=${client_secret}`)).text()
    expect(page).toContain(`value="${client_secret}"`)
    const done = await send(path, { client_secret, success: "true" })
    expect(await done.text()).toContain('parent.postMessage({"status":"succeeded"}')
    expect((await send(path, { client_secret, success: "true" })).status).toBe(400)
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: "succeeded" })
  })

  it("reads why an authentication failed", async () => {
    const { id, client_secret } = await confirm(await create(), AUTHENTICATED)
    const failed = await send(`/redirect/authenticate/${id}`, { client_secret, success: "false" })
    expect(await failed.text()).toContain("payment_intent_authentication_failure")
    expect(await confirm(await stripe.paymentIntents.retrieve(id))).toMatchObject({
      status: "requires_capture",
    })
  })
})

describe("the file of the Stripe double", () => {
  it("keeps the account for the next process", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gw-stripe-double-"))
    const file = join(folder, "account.json")
    const first = await startDouble({ port: 0, file })
    const { id } = await clientOf(first).paymentIntents.create({ amount: 4300, currency: "eur" })
    const key = { idempotencyKey: "refund-1" }
    const data = { payment_method_data: { type: "card", card: { number: APPROVED } } }
    await clientOf(first).paymentIntents.confirm(id, data)
    const refund = await clientOf(first).refunds.create({ payment_intent: id, amount: 100 }, key)
    await first.stop()
    const second = await startDouble({ port: 0, file })
    try {
      const { refunds, paymentIntents } = clientOf(second)
      expect(await paymentIntents.retrieve(id)).toMatchObject({ status: "succeeded", amount_received: 4300 })
      expect(await refunds.create({ payment_intent: id, amount: 100 }, key)).toEqual(refund)
      expect((await refunds.create({ payment_intent: id })).amount).toBe(4200)
    } finally {
      await second.stop()
      rmSync(folder, { recursive: true })
    }
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

describe("the ledger of the Stripe double", () => {
  it("has each payment with its refunds", async () => {
    const [paid, open] = [await confirm(await create("automatic")), await create()]
    await stripe.refunds.create({ payment_intent: paid.id, amount: 100 })
    const ledger = (await control("GET", "ledger")) as { id: string; refunds: object[] }[]
    const refundsOf = (id: string) => ledger.find((intent) => intent.id === id)?.refunds
    expect(refundsOf(paid.id)).toMatchObject([{ amount: 100 }])
    expect(refundsOf(open.id)).toEqual([])
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

  it("execute a call and answer it later", async () => {
    const { id } = await create()
    const fault = { kind: "late_answer", call: `/v1/payment_intents/${id}/cancel`, times: 1, delay_ms: 300 }
    await control("POST", "faults", { fault })
    const began = Date.now()
    expect((await stripe.paymentIntents.cancel(id)).status).toBe("canceled")
    expect(Date.now() - began).toBeGreaterThanOrEqual(295)
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
