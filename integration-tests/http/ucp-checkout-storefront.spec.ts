import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Buyer, type Checkout } from "../support/buyer"
import { sql } from "../support/database"
import { expectBoughtOnce, expectNothingBought, ordersOf } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"
import { world } from "../support/world"

let buyer: Buyer
let item: string

beforeAll(async () => {
  ;({ buyer, item } = await openUcpShop())
})

afterAll(closeUcpShop)

const page = ({ continue_url }: Checkout) => String(continue_url)
const escalated = () => buyer.escalated([[item, 1]])

describe("a storefront that knows the cart id of a checkout", () => {
  async function store(path: string, body: object = {}) {
    const response = await fetch(`${world().base_url}/store${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-publishable-api-key": world().shop.publishable_key },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  async function cartOf(id: string): Promise<string> {
    const [row] = await sql<{ cart_id: string }>("select cart_id from gw_session where id = $1", [id])
    return String(row?.cart_id)
  }

  const collectionOf = async (cart_id: string) =>
    (
      await sql<{ payment_collection_id: string }>(
        "select payment_collection_id from cart_payment_collection where cart_id = $1 and deleted_at is null",
        [cart_id]
      )
    )[0]?.payment_collection_id

  it("does not affect the purchase when it adds items or starts a payment", async () => {
    const { id, totals } = await buyer.ready([[item, 1]])
    const cart = await cartOf(id)
    expect((await store(`/carts/${cart}/line-items`, { variant_id: item, quantity: 3 })).status).toBe(200)
    const { body } = await store("/payment-collections", { cart_id: cart })
    const { id: collection } = body.payment_collection as { id: string }
    const provider = { provider_id: "pp_gateway_bank" }
    expect((await store(`/payment-collections/${collection}/payment-sessions`, provider)).status).toBe(200)
    const completed = await buyer.checkout(buyer.send(`${buyer.checkouts}/${id}/complete`))
    expect(completed.status).toBe("requires_escalation")
    expect(completed.totals).toEqual(totals)
    await authenticate(page(completed))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("gets the same order and can change nothing while the payment is running", async () => {
    const { id, continue_url } = await escalated()
    const cart = await cartOf(id)
    const completions = await Promise.all([1, 2, 3].map(() => store(`/carts/${cart}/complete`)))
    const orders = await ordersOf(id)
    for (const { body } of completions)
      expect(body).toMatchObject({ type: "order", order: { display_id: orders[0]?.display_id } })
    expect((await store(`/carts/${cart}/line-items`, { variant_id: item, quantity: 3 })).status).toBe(400)
    expect((await store(`/carts/${cart}`, { email: "mallory@example.com" })).status).toBe(400)
    expect(await ordersOf(id)).toEqual(orders)
    await authenticate(String(continue_url))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("cancels the payment when it starts another one, and neither order remains", async () => {
    const { id, continue_url } = await escalated()
    const collection = await collectionOf(await cartOf(id))
    const path = `/payment-collections/${collection}/payment-sessions`
    expect((await store(path, { provider_id: "pp_gateway_bank" })).status).toBe(200)
    await buyer.becomes(id, "ready_for_complete")
    await expect(authenticate(String(continue_url))).rejects.toThrow()
    await expectNothingBought(id)
    const second = await buyer.checkout(buyer.complete(id))
    await authenticate(page(second))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })
})
