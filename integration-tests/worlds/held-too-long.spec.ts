import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Buyer, delivery } from "../support/buyer"
import { sql } from "../support/database"
import { adminPost, alsoOffer } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { paid, payingAgent } from "../support/payments"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { Storefront } from "../support/storefront"
import { refusal } from "../support/ucp"
import { world } from "../support/world"

inOwnWorld()

let buyer: Buyer
let item: string
beforeAll(async () => {
  ;({ buyer, item } = await openUcpShop())
})
afterAll(closeUcpShop)

/** As somebody holds it who is at it for minutes. */
const hold = (key: string) =>
  sql(
    `insert into gw_cart_lock (cart_id, holder, leased_until) values ($1, 'somebody', now() + interval '10 minutes')`,
    [key]
  )
const letGo = () => sql("delete from gw_cart_lock where holder = 'somebody'")

describe("what somebody else is at for longer than a request waits", () => {
  it("is refused with 409 to storefront, staff and agents, with nothing done; it works when that has ended [BANK-30]", async () => {
    await alsoOffer("pp_system_default")
    const cart = await new Storefront().fillCart()
    await new Storefront().startPayment(cart.id, {}, "pp_system_default")
    const { artifacts } = await paid(await payingAgent())
    const [payment] = await sql<{ order_id: string }>("select order_id from gw_payment where id = $1", [
      artifacts.payment_id,
    ])
    const { id } = await buyer.ready([[item, 1]])
    const complete = () =>
      fetch(`${world().base_url}/store/carts/${cart.id}/complete`, {
        method: "POST",
        headers: { "x-publishable-api-key": world().shop.publishable_key },
      })
    const refund = () =>
      adminPost(`/admin/agentic-commerce/payments/${artifacts.payment_id}/refund`, { amount: 100 })
    const change = () =>
      buyer.send(`${buyer.checkouts}/${id}`, {
        method: "PUT",
        body: { line_items: [{ item: { id: item }, quantity: 2 }], ...delivery() },
      })
    await Promise.all([cart.id, String(payment?.order_id), id].map(hold))

    const [completed, refunded, changed] = await Promise.all([complete(), refund(), change()])
    for (const answer of [completed, refunded]) {
      expect([answer.status, await answer.json()]).toEqual([
        409,
        {
          type: "conflict",
          code: "request_in_progress",
          message: expect.stringContaining("come again later"),
        },
      ])
    }
    expect(changed).toMatchObject({ status: 409, body: refusal("request_in_progress", 409) })

    await letGo()
    expect([(await complete()).status, (await refund()).status, (await change()).status]).toEqual([
      200, 200, 200,
    ])
  })
})
