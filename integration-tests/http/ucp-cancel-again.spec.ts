import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Buyer, basketOf } from "../support/buyer"
import { sql } from "../support/database"
import { expectNothingBought } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"

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
