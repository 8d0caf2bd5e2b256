import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { newId } from "../../src/domain/secrets"
import { clearFaults, fault, ledgerOf, performEffects } from "../support/bank-ledger"
import { Buyer, basketOf } from "../support/buyer"
import { sql } from "../support/database"
import { eventuallyRunning, runJobAlone } from "../support/jobs"
import { orderNumber } from "../support/merchant"
import { expectNothingBought } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { orderThroughUcp } from "../support/ucp-orders"

let item: string
let buyer: Buyer

beforeAll(async () => {
  ;({ buyer, item } = await openUcpShop("Quadrant clock"))
})

afterAll(closeUcpShop)

/** Simulates a store that was killed after its work and before its answer. */
const forgetAnswer = (key: string) =>
  sql("update gw_idempotency set answer = null, leased_until = now() - interval '1 second' where key = $1", [
    key,
  ])

describe("a cancellation whose answer was lost when the store was killed", () => {
  it("of a checkout gets the same answer for its key, and another key gets a 409 [UCP-37]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    await buyer.checkout(buyer.complete(id))
    const [key, path] = [randomUUID(), `${buyer.checkouts}/${id}/cancel`]
    const headers = { "idempotency-key": key }
    const first = await buyer.checkout(buyer.send(path, { headers }))
    expect(first.status).toBe("canceled")
    await forgetAnswer(key)
    expect(await buyer.checkout(buyer.send(path, { headers }))).toEqual(first)
    expect((await buyer.send(path, { headers: { "idempotency-key": randomUUID() } })).status).toBe(409)
    expect((await buyer.cancel(id)).status).toBe(409)
    await expectNothingBought(id)
  })

  it("of a cart gets the same answer for its key, and another key gets a 404 [UCP-37]", async () => {
    const { id } = await buyer.cart(buyer.send(buyer.carts, { body: basketOf([[item, 1]]) }), 201)
    const [key, path] = [randomUUID(), `${buyer.carts}/${id}/cancel`]
    const headers = { "idempotency-key": key }
    const first = await buyer.cart(buyer.send(path, { headers }))
    await forgetAnswer(key)
    expect(await buyer.cart(buyer.send(path, { headers }))).toEqual(first)
    expect((await buyer.send(path)).status).toBe(404)
    expect((await buyer.get(`${buyer.carts}/${id}`)).status).toBe(404)
  })
})

describe("a cancellation of an order that a crash has interrupted before its refund", () => {
  afterEach(clearFaults)

  it("is tried again while the bank has too many calls, and reports nothing meanwhile [BANK-69]", async () => {
    const bought = await orderThroughUcp(buyer)
    const { id, order_id, payment_id } = bought
    // As if the store had been killed when it had stored the cancellation.
    await sql(
      `insert into gw_order_cancellation (id, order_id, payment_id, created_at)
       values ($1, $2, $3, now() - interval '5 minutes')`,
      [newId("op"), order_id, payment_id]
    )
    const isOpen = async () => {
      const open = "select 1 from gw_order_cancellation where order_id = $1 and ended_at is null"
      return (await sql(open, [order_id])).length > 0
    }
    await fault({ scope: { operation: "refund" }, api: { status: 429 } })
    await runJobAlone("end-interrupted")
    const order = await orderNumber(Number(id))
    expect([order.status, await isOpen()]).toEqual(["pending", true])
    expect(await sql("select reason from gw_review where payment_id = $1", [payment_id])).toEqual([])
    await clearFaults()
    await eventuallyRunning("end-interrupted", async () => ((await isOpen()) ? undefined : true))
    await performEffects(payment_id)
    const { amounts } = await ledgerOf(payment_id)
    expect([(await orderNumber(Number(id))).status, amounts.refunded]).toEqual(["canceled", amounts.captured])
  })
})
