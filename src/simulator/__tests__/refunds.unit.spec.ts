import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startWorld, until } from "./support/simulator"

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

let count = 0
const sale = (card?: string) => world.paid(`gwp_ref_${++count}`, {}, card)
const refund = (id: string, amount: number, more: object = {}) =>
  world.call("POST", `/gwb/v1/payments/${id}/refunds`, {
    amount,
    merchant_reference: `ref_${++count}`,
    ...more,
  })

describe("POST /payments/{id}/refunds", () => {
  it("refunds at once, without a change of the payment's status", async () => {
    const id = await sale()
    const { status, json } = await refund(id, 5900, { reason: "damaged", merchant_reference: "ref_one" })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      status: "captured",
      version: 3,
      amounts: { captured: 15900, refunded: 5900, refund_pending: 0 },
      refunds: [{ amount: 5900, status: "succeeded", reason: "damaged", merchant_reference: "ref_one" }],
    })
    expect(await world.eventTypes(id)).toEqual(["payment.captured", "refund.succeeded"])
  })

  it("refunds no more than was captured in total", async () => {
    const id = await sale()
    await refund(id, 10000)
    const { status, json } = await refund(id, 5901)
    expect([status, json.error]).toMatchObject([422, { code: "refund_exceeds_captured", field: "amount" }])
    expect((await refund(id, 5900)).json).toMatchObject({ amounts: { refunded: 15900 } })
    expect((await refund(id, 1)).status).toBe(422)
  })

  it("refunds up to a partial capture, and nothing that is only authorized", async () => {
    const id = await world.paid("gwp_ref_part", { intent: "preauth" })
    expect((await refund(id, 1)).json.error).toMatchObject({ code: "invalid_state" })
    const order = { amount: 5000, final: false, merchant_reference: "cap_ref_part" }
    await world.call("POST", `/gwb/v1/payments/${id}/captures`, order)
    expect((await refund(id, 5001)).status).toBe(422)
    expect((await refund(id, 5000)).json).toMatchObject({ status: "partially_captured" })
  })

  it("refuses a payment that was never paid", async () => {
    const { id } = await world.create("gwp_ref_open")
    expect((await refund(id, 1)).status).toBe(409)
    expect((await refund("pay_none", 1)).status).toBe(404)
  })

  it("makes one refund per merchant_reference", async () => {
    const id = await sale()
    await refund(id, 100, { merchant_reference: "ref_twice" })
    const { status, json } = await refund(id, 100, { merchant_reference: "ref_twice" })
    expect([status, json.error]).toMatchObject([409, { code: "duplicate_reference", payment_id: id }])
    expect(await world.read(id)).toMatchObject({ amounts: { refunded: 100 } })
  })

  it.each([
    ["amount", { amount: 0 }],
    ["amount", { amount: "1" }],
    ["reason", { reason: 7 }],
    ["merchant_reference", { merchant_reference: undefined }],
    ["card", { card: "4111111111111111" }],
  ])("refuses an invalid %s", async (field, change) => {
    const { status, json } = await refund(await sale(), 1, change)
    expect([status, json.error]).toMatchObject([400, { code: "invalid_request", field }])
  })
})

describe("the card 4000000000005126", () => {
  it("keeps a refund pending for five seconds, then it fails", async () => {
    const id = await sale("4000 0000 0000 5126")
    const { json } = await refund(id, 10000)
    expect(json).toMatchObject({
      amounts: { refunded: 0, refund_pending: 10000 },
      refunds: [{ status: "pending" }],
    })
    expect((await refund(id, 5901)).json.error).toMatchObject({ code: "refund_exceeds_captured" })
    expect(await world.eventTypes(id)).toEqual(["payment.captured"])
    await world.control("POST", "/_sim/clock", { offset_s: 4 })
    expect(await world.read(id)).toMatchObject({ amounts: { refund_pending: 10000 } })
    await world.control("POST", "/_sim/clock", { offset_s: 6 })
    expect(await world.read(id)).toMatchObject({
      status: "captured",
      version: 4,
      amounts: { refunded: 0, refund_pending: 0 },
      refunds: [{ status: "failed", amount: 10000 }],
    })
    expect(await world.eventTypes(id)).toEqual(["payment.captured", "refund.failed"])
    expect((await refund(id, 15900)).status).toBe(201)
    await world.control("POST", "/_sim/clock", { offset_s: 0 })
  })

  it("fails several pending refunds one after another", async () => {
    const id = await sale("4000000000005126")
    await refund(id, 1)
    await refund(id, 2)
    await world.control("POST", "/_sim/clock", { offset_s: 6 })
    await until(async () => (await world.eventTypes(id)).length === 3)
    await world.control("POST", "/_sim/clock", { offset_s: 0 })
    expect(await world.read(id)).toMatchObject({ refunds: [{ status: "failed" }, { status: "failed" }] })
  })
})
