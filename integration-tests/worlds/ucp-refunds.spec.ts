import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { clearFaults, fault, ledgerOf, performEffects, turn } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { closeCatalog, openCatalog } from "../support/catalog"
import { inOwnWorld } from "../support/own-world"
import { sql } from "../support/database"
import { adminGet, orderNumber, refundInAdmin, refundsOf } from "../support/merchant"
import { CARDS } from "../support/shopper"
import { callUcp, ucpToken } from "../support/ucp"
import {
  adjustmentsOf,
  type Bought,
  inAdmin,
  orderIn,
  orderThroughUcp,
  readOrder,
  refundIn,
  stockUp,
} from "../support/ucp-orders"
import { strict } from "../support/ucp-schemas"

inOwnWorld()

let buyer: Buyer

beforeAll(async () => {
  await openCatalog()
  await stockUp()
  buyer = await Buyer.forGuests()
})
afterEach(() => clearFaults())
afterAll(closeCatalog)

const totalOf = ({ checkout }: Bought) => checkout.totals.find(({ type }) => type === "total")?.amount ?? 0

const keyed = (key: string) => ({ headers: { "idempotency-key": key } })

/** Each refund at the bank with its status. */
const atBank = async ({ payment_id }: Bought) =>
  (await ledgerOf(payment_id)).refunds.map(({ amount, status }) => [amount, status])

/** The refunds recorded in Medusa, in minor units. */
const inBooks = async ({ id }: Bought) =>
  refundsOf(await orderNumber(Number(id))).map((amount) => Math.round(amount * 100))

const refund = (bought: Bought, body: object = {}, more: object = {}) =>
  buyer.send(`/orders/${bought.id}/refund`, { body, ...more })

const cancel = (bought: Bought, body: object = {}, more: object = {}) =>
  buyer.send(`/orders/${bought.id}/cancel`, { body, ...more })

async function expectRefusal(
  answer: Promise<{ status: number; body: unknown }>,
  status: number,
  code: string
): Promise<void> {
  const { status: answered, body } = await answer
  expect([answered, body]).toEqual([status, body])
  expect(strict("2026-04-08").refusal.parse(body).code).toBe(code)
}

/** Simulates a store that was killed after its work and before its answer. */
const forgetAnswer = (key: string) =>
  sql("update gw_idempotency set answer = null, leased_until = now() - interval '1 second' where key = $1", [
    key,
  ])

/** The bank executes calls, and neither its answers nor its notifications arrive. */
async function dropBankAnswers(): Promise<void> {
  await fault({ scope: { operation: "refund", times: 20 }, api: { execute_then_fail: true } })
  await fault({ scope: { operation: "events" }, api: { status: 503 } })
  await fault({ ipn: { drop: true } })
}

describe("a refund", () => {
  it("returns money in parts and in full, with one record each at the bank and on the order [BANK-37, UCP-33, UCP-34, UCP-35]", async () => {
    const bought = await orderThroughUcp(buyer)
    const total = totalOf(bought)
    const order_id = Number(bought.id)
    const first = await refundIn(buyer, refund(bought, { amount: 250, reason: "One is chipped" }))
    expect(first).toEqual({ order_id, status: "partially_refunded", refunded_amount: 250, currency: "EUR" })
    const second = await refundIn(buyer, refund(bought, { amount: 50, line_items: [{ id: "?" }] }))
    expect(second).toMatchObject({ status: "partially_refunded", refunded_amount: 300 })
    const rest = await refundIn(buyer, refund(bought))
    expect(rest).toEqual({ order_id, status: "refunded", refunded_amount: total, currency: "EUR" })
    const amounts = [250, 50, total - 300]
    expect(await atBank(bought)).toEqual(amounts.map((amount) => [amount, "succeeded"]))
    expect((await inBooks(bought)).sort()).toEqual([...amounts].sort())
    const order = await readOrder(buyer, bought.id)
    expect(adjustmentsOf(order, "refund")).toMatchObject([
      { status: "completed", totals: [{ type: "total", amount: -250 }], description: "One is chipped" },
      { status: "completed", totals: [{ type: "total", amount: -50 }] },
      { status: "completed", totals: [{ type: "total", amount: 300 - total }] },
    ])
    expect(order.totals).toEqual(bought.checkout.totals)
  })

  it("is rejected above the refundable amount, regardless of who made the earlier refunds", async () => {
    const bought = await orderThroughUcp(buyer)
    const total = totalOf(bought)
    await expectRefusal(refund(bought, { amount: total + 1 }), 422, "amount_exceeds_captured")
    await refundInAdmin(await orderNumber(Number(bought.id)), 10)
    const { id } = await ledgerOf(bought.payment_id)
    await turn("refund", { payment_id: id, amount: 200 })
    await eventually(async () => {
      const adjustments = adjustmentsOf(await readOrder(buyer, bought.id), "refund")
      return adjustments.length === 2 && adjustments.every(({ status }) => status === "completed")
        ? true
        : undefined
    })
    await expectRefusal(refund(bought, { amount: total - 1199 }), 422, "amount_exceeds_captured")
    const { refunded_amount } = await refundIn(buyer, refund(bought))
    expect(refunded_amount).toBe(total)
    await expectRefusal(refund(bought), 422, "amount_exceeds_captured")
  })

  it("is made once when four of more than half arrive at once", async () => {
    const bought = await orderThroughUcp(buyer)
    const amount = Math.floor(totalOf(bought) / 2) + 1
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(bought, { amount })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    expect(await atBank(bought)).toEqual([[amount, "succeeded"]])
    expect(await inBooks(bought)).toEqual([amount])
  })

  it("is made once per key, with byte-identical answers, also after the store was killed meanwhile", async () => {
    const bought = await orderThroughUcp(buyer)
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => refund(bought, { amount: 100 }, keyed(key))))
    const [first] = answers
    expect(answers.map(({ status, body }) => [status, body])).toEqual([1, 2, 3].map(() => [200, first?.body]))
    await forgetAnswer(key)
    const again = await refund(bought, { amount: 100 }, keyed(key))
    expect([again.status, again.body]).toEqual([200, first?.body])
    expect(await atBank(bought)).toEqual([[100, "succeeded"]])
    expect(await inBooks(bought)).toEqual([100])
    await expectRefusal(refund(bought, { amount: 101 }, keyed(key)), 409, "idempotency_conflict")
    await expectRefusal(refund(bought, {}, keyed("x".repeat(256))), 400, "invalid_params")
  })

  it("of the full amount gets the same answer again after a crash", async () => {
    const bought = await orderThroughUcp(buyer)
    const key = randomUUID()
    const { body } = await refund(bought, {}, keyed(key))
    await forgetAnswer(key)
    expect((await refund(bought, {}, keyed(key))).body).toEqual(body)
    expect(await atBank(bought)).toHaveLength(1)
  })

  it("is an error without a record when the bank rejects it, and can be repeated", async () => {
    const bought = await orderThroughUcp(buyer)
    const key = randomUUID()
    await fault({ scope: { operation: "refund" }, api: { status: 400 } })
    await expectRefusal(refund(bought, { amount: 100 }), 409, "invalid_state")
    await clearFaults()
    await fault({ scope: { operation: "refund" }, api: { status: 429 } })
    await expectRefusal(refund(bought, { amount: 100 }, keyed(key)), 503, "bank_unavailable")
    await clearFaults()
    expect(await readOrder(buyer, bought.id)).not.toHaveProperty("adjustments")
    expect(await inBooks(bought)).toEqual([])
    expect(await refundIn(buyer, refund(bought, { amount: 100 }, keyed(key)))).toMatchObject({
      refunded_amount: 100,
    })
    expect(await atBank(bought)).toEqual([[100, "succeeded"]])
  })

  it("is pending while the bank processes it, and shown as failed when the bank fails [BANK-37]", async () => {
    const bought = await orderThroughUcp(buyer, { card: CARDS.refund_fails })
    const answer = await refundIn(buyer, refund(bought, { amount: 400 }))
    expect(answer).toMatchObject({ status: "pending", refunded_amount: 0 })
    const [pending] = adjustmentsOf(await readOrder(buyer, bought.id), "refund")
    expect(pending).toMatchObject({ status: "pending", totals: [{ amount: -400 }] })
    await eventually(async () => {
      const [adjustment] = adjustmentsOf(await readOrder(buyer, bought.id), "refund")
      expect(adjustment?.id).toBe(pending?.id)
      return adjustment?.status === "failed" ? true : undefined
    })
    expect(await inBooks(bought)).toEqual([])
  })

  it("is pending while its outcome is unknown, and is then made once [BANK-37]", async () => {
    const bought = await orderThroughUcp(buyer)
    await dropBankAnswers()
    const answer = await refundIn(buyer, refund(bought, { amount: 100 }))
    expect(answer).toMatchObject({ status: "pending", refunded_amount: 0 })
    await expectRefusal(refund(bought, { amount: 50 }), 503, "earlier_call_open")
    await clearFaults()
    await eventually(async () => {
      const [adjustment] = adjustmentsOf(await readOrder(buyer, bought.id), "refund")
      return adjustment?.status === "completed" ? true : undefined
    })
    await performEffects(bought.payment_id)
    expect(await atBank(bought)).toEqual([[100, "succeeded"]])
    expect(await inBooks(bought)).toEqual([100])
  })

  it.each([
    [{ amount: 0 }, "amount"],
    [{ amount: -5 }, "amount"],
    [{ amount: 1.5 }, "amount"],
    [{ amount: "100" }, "amount"],
    [{ amount: 1_000_000_001 }, "amount"],
    [{ reason: "x".repeat(201) }, "reason"],
    [{ reason: 7 }, "reason"],
  ])("is rejected with 400 for %j", async (body, path) => {
    const { status, body: answer } = await buyer.send("/orders/1/refund", { body })
    expect(status).toBe(400)
    expect(answer).toMatchObject({ code: "invalid_params", data: { issues: [{ path }] } })
  })

  it.each(["[]", "{", '"all"'])("is rejected with 400 for a body of %s", async (body) => {
    expect((await buyer.send("/orders/1/refund", { body })).status).toBe(400)
  })

  it("requires the scope to manage orders, like a cancellation", async () => {
    const reader = await ucpToken("dev.ucp.shopping.order:read")
    for (const [act, right] of Object.entries({ refund: "refund", cancel: "manage" })) {
      const { status, body } = await callUcp(`/gw-ucp/v1/orders/1/${act}`, reader, { method: "POST" })
      expect([status, body.data]).toMatchObject([403, { required_scope: `dev.ucp.shopping.order:${right}` }])
    }
  })
})

describe("a cancellation", () => {
  it("refunds the payment, cancels the order and releases its stock [UCP-32]", async () => {
    const before = await reserved()
    const bought = await orderThroughUcp(buyer)
    expect(await reserved()).toBe(before + 2)
    const order = await orderIn(buyer, cancel(bought, { reason: "Changed her mind", color: "red" }))
    expect(order.line_items).toMatchObject([
      { quantity: { original: 2, total: 0, fulfilled: 0 }, status: "removed" },
    ])
    expect(order.fulfillment.expectations).toEqual([])
    expect(adjustmentsOf(order, "cancellation")).toMatchObject([
      { status: "completed", description: "Changed her mind", line_items: [{ quantity: -2 }] },
    ])
    expect(adjustmentsOf(order, "refund")).toMatchObject([
      { status: "completed", totals: [{ amount: -totalOf(bought) }] },
    ])
    expect(order).not.toHaveProperty("messages")
    expect(await reserved()).toBe(before)
    expect((await orderNumber(Number(bought.id))).status).toBe("canceled")
    expect(await atBank(bought)).toEqual([[totalOf(bought), "succeeded"]])
    expect(await inBooks(bought)).toEqual([totalOf(bought)])
  })

  it("happens once: a second or a simultaneous one gets a 409", async () => {
    const bought = await orderThroughUcp(buyer)
    const answers = await Promise.all([1, 2, 3].map(() => cancel(bought)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await expectRefusal(cancel(bought), 409, "invalid_state")
    await expectRefusal(refund(bought, { amount: 1 }), 422, "amount_exceeds_captured")
    expect(await atBank(bought)).toHaveLength(1)
  })

  it("and a simultaneous refund move no amount twice", async () => {
    const bought = await orderThroughUcp(buyer)
    const [canceled] = await Promise.all([cancel(bought), refund(bought, { amount: 500 })])
    expect(canceled.status).toBe(200)
    await performEffects(bought.payment_id)
    const amounts = (await atBank(bought)).map(([amount]) => Number(amount))
    expect(amounts.reduce((a, b) => a + b, 0)).toBe(totalOf(bought))
    expect((await inBooks(bought)).reduce((a, b) => a + b, 0)).toBe(totalOf(bought))
  })

  it("with a key gets a byte-identical answer, also after the store was killed meanwhile", async () => {
    const bought = await orderThroughUcp(buyer)
    const key = randomUUID()
    const first = await cancel(bought, {}, keyed(key))
    expect((await cancel(bought, {}, keyed(key))).body).toEqual(first.body)
    await forgetAnswer(key)
    const again = await cancel(bought, {}, keyed(key))
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await atBank(bought)).toHaveLength(1)
  })

  it("refunds what an earlier refund left", async () => {
    const bought = await orderThroughUcp(buyer)
    await refundIn(buyer, refund(bought, { amount: 300 }))
    await orderIn(buyer, cancel(bought))
    expect(await atBank(bought)).toEqual([
      [300, "succeeded"],
      [totalOf(bought) - 300, "succeeded"],
    ])
    expect((await inBooks(bought)).reduce((a, b) => a + b, 0)).toBe(totalOf(bought))
  })

  it("is rejected for an order with a fulfillment and a completed order, without a refund [RFD-19]", async () => {
    const bought = await orderThroughUcp(buyer)
    const { order } = await adminGet<{ order: { items: { id: string }[] } }>(
      `/admin/orders/${bought.order_id}?fields=*items`
    )
    const items = [{ id: order.items[0]?.id, quantity: 1 }]
    await inAdmin(`/orders/${bought.order_id}/fulfillments`, { items })
    await expectRefusal(cancel(bought), 409, "invalid_state")
    const closed = await orderThroughUcp(buyer)
    await inAdmin(`/orders/${closed.order_id}/complete`)
    await expectRefusal(cancel(closed), 409, "invalid_state")
    expect([await atBank(bought), await atBank(closed)]).toEqual([[], []])
  })

  it("is rejected when the bank rejects the refund, and the order stays open", async () => {
    const bought = await orderThroughUcp(buyer)
    await fault({ scope: { operation: "refund" }, api: { status: 400 } })
    await expectRefusal(cancel(bought), 409, "invalid_state")
    await clearFaults()
    expect((await orderNumber(Number(bought.id))).status).toBe("pending")
    expect((await readOrder(buyer, bought.id)).line_items[0]?.status).toBe("processing")
  })

  it("remains valid while the refund's outcome is unknown, and the refund happens once", async () => {
    const bought = await orderThroughUcp(buyer)
    const key = randomUUID()
    await dropBankAnswers()
    await expectRefusal(cancel(bought, {}, keyed(key)), 503, "bank_unavailable")
    const waiting = await orderIn(buyer, cancel(bought, {}, keyed(key)))
    expect(waiting.messages).toMatchObject([{ type: "info", code: "refund_pending" }])
    await clearFaults()
    await eventually(async () => {
      const order = await readOrder(buyer, bought.id)
      return adjustmentsOf(order, "refund")[0]?.status === "completed" ? true : undefined
    })
    await performEffects(bought.payment_id)
    expect(await readOrder(buyer, bought.id)).not.toHaveProperty("messages")
    expect(await atBank(bought)).toEqual([[totalOf(bought), "succeeded"]])
    expect(await inBooks(bought)).toEqual([totalOf(bought)])
  })

  it.each([{ reason: "" }, { reason: "x".repeat(201) }, { reason: 3 }])(
    "is rejected with 400 for %j",
    async (body) => {
      const { status, body: answer } = await buyer.send("/orders/1/cancel", { body })
      expect([status, answer]).toMatchObject([400, { data: { issues: [{ path: "reason" }] } }])
    }
  )

  /** The number of reserved mugs. */
  async function reserved(): Promise<number> {
    const [row] = await sql<{ units: number }>(
      `select coalesce(sum(l.reserved_quantity), 0)::float8 as units from inventory_level l
         join inventory_item i on i.id = l.inventory_item_id where i.sku = 'MUG-SAND'`
    )
    return row?.units ?? 0
  }
})
