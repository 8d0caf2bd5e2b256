import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "../../demo/ports"
import type { CreatePayment, NotificationRequest } from "../../src/drivers/driver"
import { readOptions } from "../../src/options"
import { eventually } from "../support/agent"
import { type BankUnderTest, describeDriver } from "./driver-contract"
import { ACCOUNT, type NetopiaStore, startNetopiaStore } from "./netopia-store"
import { StoreBook } from "./store-book"

async function start(): Promise<BankUnderTest> {
  const { driver, received, driverWith, stop } = await startNetopiaStore()
  return {
    driver,
    stop,
    currency: "RON",
    unreachable: driverWith({ api_url: `http://127.0.0.1:${await freePort()}` }),
    async shopper({ next_action }, action) {
      await fetch(String(next_action?.url), { method: "POST", body: action })
    },
    notified({ merchant_reference }) {
      return eventually(async () => received.find((request) => orderIn(request) === merchant_reference))
    },
  }
}

function orderIn({ raw_body }: NotificationRequest): string {
  return (JSON.parse(raw_body.toString()) as { order: { orderID: string } }).order.orderID
}

describe("the example of a driver [BANK-82]", () => {
  describeDriver("NETOPIA", start)

  it("is not selectable in a store", () => {
    const bank = { driver: "netopia", ...ACCOUNT, api_url: "https://netopia.example" }
    expect(() => readOptions({ base_url: "https://shop.example", bank }, {})).toThrow(/driver/)
  })
})

const START = "/payment/card/start"
const STATUS = "/operation/status"

describe("NETOPIA's example driver [BANK-82]", () => {
  let store: NetopiaStore
  beforeAll(async () => void (store = await startNetopiaStore()))
  afterAll(() => store.stop())

  const newPayment = (change: Partial<CreatePayment> = {}): CreatePayment => ({
    merchant_reference: `gwp_${randomUUID()}`,
    intent: "sale",
    amount: 29,
    currency: "RON",
    description: "Order 1042",
    return_url: "https://shop.example/return",
    ...change,
  })
  const context = (repeated = false) => ({ idempotency_key: "key-1", repeated })
  const create = (input: CreatePayment, repeated = false) =>
    store.driver.createPayment(input, context(repeated))
  const paymentsOf = ({ merchant_reference }: CreatePayment) =>
    store.double.payments.filter(({ orderID }) => orderID === merchant_reference)

  /** The paths that were called meanwhile. */
  async function callsOf(action: () => Promise<unknown>): Promise<string[]> {
    const before = store.double.calls.length
    await action()
    return store.double.calls.slice(before)
  }

  it("opens the bank's page for the exact amount, without a card number", async () => {
    const input = newPayment()
    const { id, status, next_action, version } = await create(input)
    const [payment] = paymentsOf(input)
    expect(payment).toMatchObject({ ntpID: id, amount: 0.29, currency: "RON", status: 1 })
    expect([status, version, next_action]).toEqual([
      "requires_action",
      1,
      { type: "redirect", url: `${store.double.url}/pay/${id}`, expires_at: null },
    ])
  })

  it("rejects another currency before it calls the bank", async () => {
    const calls = await callsOf(() =>
      expect(create(newPayment({ currency: "EUR" }))).rejects.toMatchObject({
        code: "currency_not_supported",
        outcome: "not_executed",
      })
    )
    expect(calls).toEqual([])
  })

  it("queries the order when a call is repeated, and starts no second payment", async () => {
    const input = newPayment()
    const opened = await create(input)
    const calls = await callsOf(async () => expect(await create(input, true)).toEqual(opened))
    expect([calls, paymentsOf(input).length]).toEqual([[STATUS], 1])
  })

  it("starts a repeated call if the bank does not know its order", async () => {
    const input = newPayment()
    const calls = await callsOf(() => create(input, true))
    expect([calls, paymentsOf(input).length]).toEqual([[STATUS, START], 1])
  })

  it("returns the earlier payment if the bank rejects its order number as used", async () => {
    const input = newPayment()
    const opened = await create(input)
    const calls = await callsOf(async () => expect(await create(input)).toEqual(opened))
    expect([calls, paymentsOf(input).length]).toEqual([[START, STATUS], 1])
  })

  it("reports the outcome unknown if the order number was used, and the bank does not know the order", async () => {
    store.double.answerNext(200, '{"error":{"code":"56"}}')
    store.double.answerNext(404, '{"error":{"code":"404"}}')
    await expect(create(newPayment())).rejects.toMatchObject({
      code: "duplicate_reference",
      outcome: "unknown",
    })
  })

  it("reports the amount at the bank if the order number was used for another amount", async () => {
    const input = newPayment()
    await create(input)
    expect((await create({ ...input, amount: 30 })).amount).toBe(29)
  })

  it.each(["silent", "error"] as const)(
    "reports the outcome unknown after the fault %s, and finds the payment of the call afterwards",
    async (fault) => {
      const input = newPayment()
      store.double.failNext(fault)
      await expect(create(input)).rejects.toMatchObject({ name: "BankError", outcome: "unknown" })
      const [{ ntpID } = { ntpID: "" }] = paymentsOf(input)
      expect((await create(input, true)).id).toBe(ntpID)
      expect(paymentsOf(input)).toHaveLength(1)
    }
  )

  it("reports the outcome unknown when the answer is late, and opens one payment", async () => {
    const input = newPayment()
    store.double.failNext("late")
    const impatient = store.driverWith({ timeout_ms: 1000 })
    await expect(impatient.createPayment(input, context())).rejects.toMatchObject({
      code: "unreachable",
      outcome: "unknown",
    })
    store.double.answerLate()
    expect((await create(input, true)).id).toBe(paymentsOf(input)[0]?.ntpID)
    expect(paymentsOf(input)).toHaveLength(1)
  })

  it.each([
    ["names no page", 200, '{"error":{"code":"101"},"payment":{"ntpID":"1","status":1}}'],
    ["requires a card number", 200, '{"error":{"code":"100"},"payment":{"ntpID":"1","status":15}}'],
    ["has an unknown error code", 200, '{"error":{"code":"77"}}'],
    ["is not JSON", 200, "<html>"],
    ["is a rejection that is not JSON", 400, "<html>"],
    ["redirects", 302, "{}"],
  ])("reports the outcome unknown if the answer %s", async (_what, status, text) => {
    const input = newPayment()
    store.double.answerNext(status, text)
    await expect(create(input)).rejects.toMatchObject({ name: "BankError", outcome: "unknown" })
    expect((await create(input, true)).id).toBe(paymentsOf(input)[0]?.ntpID)
  })

  it.each([
    ["is about another order", 200, '{"order":{"orderID":"gwp_2"},"payment":PAYMENT}'],
    ["is not about an order", 200, '{"payment":PAYMENT}'],
    ["is a page that was not found", 404, "<html>"],
  ])("finds neither a payment nor none if the answer to the query %s", async (_what, status, text) => {
    const payment = await create(newPayment())
    const shown = { ntpID: payment.id, status: 3, amount: 0.29, currency: "RON" }
    store.double.answerNext(status, text.replace("PAYMENT", JSON.stringify(shown)))
    await expect(store.driver.findPayment(new StoreBook().of(payment))).rejects.toMatchObject({
      code: "malformed_answer",
      outcome: "unknown",
    })
  })

  it("does not repeat a call whose query has no answer", async () => {
    const input = newPayment()
    store.double.failNext("error")
    const calls = await callsOf(() =>
      expect(create(input, true)).rejects.toMatchObject({ outcome: "unknown" })
    )
    expect([calls, paymentsOf(input)]).toEqual([[STATUS], []])
  })

  it("reports a rejection of the store's API key as not executed", async () => {
    const input = newPayment()
    const rejected = store.driverWith({ api_key: "another key" })
    await expect(rejected.createPayment(input, context())).rejects.toMatchObject({
      code: "bank_configuration",
      outcome: "not_executed",
    })
    expect(paymentsOf(input)).toEqual([])
  })

  it("does not report a payment whose status has no known meaning", async () => {
    const { id, ...opened } = await create(newPayment())
    await store.double.report(id, 8)
    const found = store.driver.findPayment(new StoreBook().of({ id, ...opened }))
    await expect(found).rejects.toMatchObject({ code: "status_not_supported", outcome: "unknown" })
  })

  it("accepts a genuine notification, and permanently rejects one that is signed with another key", async () => {
    const { id } = await create(newPayment())
    const before = store.double.replies.length
    store.double.failNext("wrong_signature")
    await store.double.report(id, 3)
    await store.double.report(id, 3)
    expect(store.double.replies.slice(before)).toEqual([2, 0])
  })
})
