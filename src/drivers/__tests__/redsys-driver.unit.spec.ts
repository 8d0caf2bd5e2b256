import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { readOptions } from "../../options"
import { driverOf } from ".."
import type { BankDriver, OpenedPayment, StoredOperation } from "../driver"
import { orderNumberOf } from "../redsys"
import { credentials, driverAt, signed } from "./redsys-server"

const order = orderNumberOf("gwp_1")

/** One row of the query's answer: transaction type, amount in minor units, and response code; "" if unfinished. */
type Row = readonly [type: string, amount: number, response: string]

/** What Redsys answers: the rows of the query, and the result of a call, or no valid response. */
let rows: readonly Row[]
let executes: "executes" | "executes unlisted" | "executes silently" | "fails"
let calls: number
/** The error that Redsys answers to a query without rows. */
let queryError: "XML0024" | "XML0001"

function answerQuery(): string {
  const listed = rows.map(([type, amount, response]) => {
    const members = {
      Ds_Order: order,
      Ds_TransactionType: type,
      Ds_Amount: amount,
      Ds_Currency: "978",
      Ds_State: response ? "F" : "A",
      Ds_Response: response,
    }
    const content = Object.entries(members).map(([name, value]) => `<${name}>${value}</${name}>`)
    return `<Response>${content.join("")}</Response>`
  })
  return rows.length ? listed.join("") : `<Ds_ErrorCode>${queryError}</Ds_ErrorCode>`
}

function answerCall(request: Record<string, string>): Record<string, string> | string {
  calls++
  const [type = "", amount = ""] = [request.DS_MERCHANT_TRANSACTIONTYPE, request.DS_MERCHANT_AMOUNT]
  const response = type === "9" ? "0400" : "0900"
  if (executes === "executes" || executes === "executes silently")
    rows = [...rows, [type, Number(amount), response]]
  if (executes === "executes silently" || executes === "fails") return "no result"
  return { Ds_TransactionType: type, Ds_Amount: amount, Ds_Response: response }
}

let driver: BankDriver
let close: () => void
beforeAll(async () => void ({ driver, close } = await driverAt({ answerCall, answerQuery })))
afterAll(() => close())
beforeEach(() => {
  ;[rows, executes, calls, queryError] = [[], "executes", 0, "XML0024"]
})

const stored = (change: Partial<OpenedPayment> = {}): OpenedPayment => ({
  merchant_reference: "gwp_1",
  bank_payment_id: order,
  intent: "preauth",
  amount: 1000,
  currency: "EUR",
  status: "requires_action",
  bank_token_id: null,
  age: 1,
  operations: [],
  movements: [],
  ...change,
})

describe("Redsys [REDSYS-15]", () => {
  it.each(["XML0024", "XML0001"] as const)("is reachable when it answers a query with %s", async (error) => {
    queryError = error
    await expect(driver.ping()).resolves.toBeUndefined()
  })

  it("does not report the state of a payment without the query", async () => {
    queryError = "XML0001"
    await expect(driver.findPayment(stored())).rejects.toMatchObject({ outcome: "unknown" })
  })
})

describe("Bizum at Redsys [REDSYS-13]", () => {
  it.each([
    [true, { EUR: "1" }, ["card", "bizum"]],
    [false, { EUR: "1" }, ["card"]],
    [true, { USD: "1" }, ["card"]],
  ])("with the option %s and the terminals %j is offered as one of %j", (bizum, terminals, methods) => {
    const bank = { driver: "redsys", api_url: "test", merchant_id: "999008881", ...credentials }
    const options = { base_url: "https://shop.example", bank: { ...bank, bizum, terminals } }
    expect(driverOf(readOptions(options, {})).capabilities.methods).toEqual(methods)
  })
})

const AUTHORIZED: Row = ["1", 1000, "0000"]
const CAPTURED: Row = ["2", 1000, "0900"]
const operation = (kind: StoredOperation["kind"], amount: number | null): StoredOperation => {
  return { kind, merchant_reference: "gwo_1", amount, status: "requested" }
}
const FIRST = { idempotency_key: "key", repeated: false }
const AGAIN = { idempotency_key: "key", repeated: true }

describe("a payment that Redsys does not finish [REDSYS-10]", () => {
  it.each([
    ["requires_action", 1, stored()],
    ["requires_action", 1, stored({ age: 20 * 60 })],
    ["expired", 2, stored({ age: 20 * 60 + 1 })],
    ["canceled", 2, stored({ status: "canceled" })],
    ["expired", 2, stored({ status: "expired" })],
  ] as const)(
    "is %s with the version %i while its page is unopened, for %j",
    async (status, version, payment) => {
      expect(await driver.findPayment(payment)).toMatchObject({
        id: order,
        status,
        version,
        next_action: null,
      })
    }
  )

  it("is not known to Redsys before the store has opened it", async () => {
    expect(await driver.findPayment({ ...stored(), bank_payment_id: null })).toBeNull()
  })

  it.each([
    ["requires_action", 20, stored({ age: 60 * 60 })],
    ["expired", 21, stored({ age: 60 * 60 + 1 })],
    ["canceled", 21, stored({ status: "canceled" })],
  ] as const)("is %s with the version %i on its page, for %j", async (status, version, payment) => {
    rows = [["1", 1000, ""]]
    expect(await driver.findPayment(payment)).toMatchObject({ status, version })
  })

  it.each([
    ["processing", 40, stored({ age: 60 * 60 })],
    ["expired", 41, stored({ age: 60 * 60 + 1 })],
    ["canceled", 41, stored({ status: "canceled" })],
    ["processing", 40, stored({ age: 60 * 60 + 1, bank_token_id: "card" })],
  ] as const)(
    "is %s with the version %i when the issuer was not reached, for %j",
    async (status, version, payment) => {
      rows = [["1", 1000, "0912"]]
      expect(await driver.findPayment(payment)).toMatchObject({ status, version })
    }
  )

  it.each(["", "0912"])(
    "has a higher version when the customer pays after the store has ended it, after %j",
    async (first) => {
      const payment = stored({ status: "canceled" })
      rows = [["1", 1000, first]]
      const canceled = await driver.findPayment(payment)
      rows = [AUTHORIZED]
      const found = await driver.findPayment(payment)
      expect(found?.status).toBe("authorized")
      expect(found?.version).toBeGreaterThan(canceled?.version ?? Infinity)
    }
  )

  it("is ended by a void without a call, and an authorized one with a call", async () => {
    const canceled = { status: "canceled", may_be_paid_later: true }
    expect(await driver.voidPayment({ payment: stored() }, FIRST)).toMatchObject(canceled)
    expect(calls).toBe(0)
    rows = [AUTHORIZED]
    expect(await driver.voidPayment({ payment: stored() }, FIRST)).toMatchObject({ status: "voided" })
    expect(calls).toBe(1)
    expect(await driver.voidPayment({ payment: stored() }, AGAIN)).toMatchObject({ status: "voided" })
    expect(calls).toBe(1)
  })

  it("is not voided after a capture", async () => {
    rows = [AUTHORIZED, CAPTURED]
    await expect(driver.voidPayment({ payment: stored() }, FIRST)).rejects.toMatchObject({
      code: "invalid_state",
      outcome: "not_executed",
    })
  })
})

describe("a capture or refund at Redsys [REDSYS-05]", () => {
  const refund = { merchant_reference: "gwo_1", amount: 300, full: false }
  const capture = { merchant_reference: "gwo_1", amount: 1000, final: true }
  const refunding = stored({ operations: [operation("refund", 300)] })
  const capturing = stored({ operations: [operation("capture", 1000)] })

  it("has the store's reference in the state that is returned", async () => {
    rows = [AUTHORIZED]
    const captured = await driver.capturePayment({ payment: capturing, ...capture }, FIRST)
    expect(captured.captures).toMatchObject([{ merchant_reference: "gwo_1", amount: 1000 }])
    const refunded = await driver.refundPayment({ payment: refunding, ...refund }, FIRST)
    expect(refunded.refunds).toMatchObject([{ merchant_reference: "gwo_1", amount: 300 }])
  })

  it("has an unknown outcome while the query does not list it", async () => {
    ;[rows, executes] = [[AUTHORIZED, CAPTURED], "executes unlisted"]
    const call = driver.refundPayment({ payment: refunding, ...refund }, FIRST)
    await expect(call).rejects.toMatchObject({ code: "not_listed", outcome: "unknown" })
  })

  it("that was executed without an answer is found and not repeated", async () => {
    ;[rows, executes] = [[AUTHORIZED, CAPTURED], "executes silently"]
    const call = { payment: refunding, ...refund }
    await expect(driver.refundPayment(call, FIRST)).rejects.toMatchObject({ outcome: "unknown" })
    expect((await driver.refundPayment(call, AGAIN)).refunds).toHaveLength(1)
    expect(calls).toBe(1)
  })

  it("that is a refund is never sent twice, although the first call failed", async () => {
    ;[rows, executes] = [[AUTHORIZED, CAPTURED], "fails"]
    const call = { payment: refunding, ...refund }
    await expect(driver.refundPayment(call, FIRST)).rejects.toMatchObject({ outcome: "unknown" })
    await expect(driver.refundPayment(call, AGAIN)).rejects.toMatchObject({ outcome: "unknown" })
    expect(calls).toBe(1)
  })

  it("that Redsys has begun is neither found nor sent again until Redsys has finished it", async () => {
    for (const [type, call] of [
      ["3", () => driver.refundPayment({ payment: refunding, ...refund }, AGAIN)],
      ["2", () => driver.capturePayment({ payment: capturing, ...capture }, AGAIN)],
    ] as const) {
      rows = [AUTHORIZED, [type, type === "3" ? 300 : 1000, ""]]
      await expect(call()).rejects.toMatchObject({ outcome: "unknown" })
      rows = [AUTHORIZED, [type, type === "3" ? 300 : 1000, "0900"]]
      await expect(call()).resolves.toMatchObject({ id: order })
    }
    expect(calls).toBe(0)
  })

  it("that is a capture is found before it would be repeated", async () => {
    ;[rows, executes] = [[AUTHORIZED], "executes silently"]
    const call = { payment: capturing, ...capture }
    await expect(driver.capturePayment(call, FIRST)).rejects.toMatchObject({ outcome: "unknown" })
    expect((await driver.capturePayment(call, AGAIN)).captures).toHaveLength(1)
    expect(calls).toBe(1)
  })
})

describe("a notification of Redsys [REDSYS-03]", () => {
  function notified(change: Record<string, string> = {}) {
    const result = {
      Ds_Order: order,
      Ds_MerchantCode: "999008881",
      Ds_Terminal: "001",
      Ds_Currency: "978",
      Ds_TransactionType: "1",
      Ds_Amount: "1000",
      Ds_Response: "0000",
      Ds_MerchantData: "gwp_1",
      ...change,
    }
    const form = new URLSearchParams(signed(result))
    return driver.readNotification({ method: "POST", headers: {}, raw_body: Buffer.from(form.toString()) })
  }

  it("has the payment's state, and the same event and nonce if it is repeated", async () => {
    const [one, two] = [await notified(), await notified()]
    if (!one.ok || !two.ok) throw new Error("refused")
    expect(one.event.payment).toMatchObject({
      merchant_reference: "gwp_1",
      status: "authorized",
      version: 50,
    })
    expect([two.event.event_id, two.nonce.jti]).toEqual([one.event.event_id, one.nonce.jti])
    expect(driver.acknowledge({ ok: false, reason: "replayed" }).status).toBe(200)
  })

  it.each([
    ["has another order number than its reference", { Ds_MerchantData: "gwp_2" }],
    ["has no reference", { Ds_MerchantData: "" }],
    ["is about a refund", { Ds_TransactionType: "3" }],
  ])("is about no payment if it %s", async (_, change) => {
    const verdict = await notified(change)
    expect(verdict).toMatchObject({ ok: true, event: { payment: null } })
  })
})
