import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { type Buyer, delivery } from "../support/buyer"
import { reaches } from "../support/cart-orders"
import { sql } from "../support/database"
import { eventuallyRunning } from "../support/jobs"
import { adminFetch, alsoOffer } from "../support/merchant"
import { expectOrderedOnce } from "../support/ordered-once"
import { inOwnWorld } from "../support/own-world"
import { paid, payingAgent } from "../support/payments"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"
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

/** Holds the lock like a request that runs for minutes. */
const holdLock = (key: string) =>
  sql(
    `insert into gw_cart_lock (cart_id, holder, leased_until) values ($1, 'another', now() + interval '10 minutes')`,
    [key]
  )
const releaseLocks = (...keys: string[]) =>
  sql("delete from gw_cart_lock where holder = 'another' and cart_id = any($1)", [keys])

// Each test waits the 35 seconds that a request waits for a lock, so the tests run at the same time.
describe.concurrent("a resource that another request holds for longer than a request waits", () => {
  it("answers 409 to storefront, staff and agents without a change, and works afterwards [BANK-30]", async () => {
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
    // Sent with one key, as the admin's page repeats it: a 409 is not stored as the answer.
    const refund = () =>
      adminFetch(`/admin/agentic-commerce/payments/${artifacts.payment_id}/refund`, {
        method: "POST",
        headers: { "idempotency-key": "held-too-long" },
        body: JSON.stringify({ amount: 100 }),
      })
    const change = () =>
      buyer.send(`${buyer.checkouts}/${id}`, {
        method: "PUT",
        body: { line_items: [{ item: { id: item }, quantity: 2 }], ...delivery() },
      })
    const keys = [cart.id, String(payment?.order_id), id]
    await Promise.all(keys.map(holdLock))

    const [completed, refunded, changed] = await Promise.all([complete(), refund(), change()])
    for (const answer of [completed, refunded]) {
      expect([answer.status, await answer.json()]).toEqual([
        409,
        {
          type: "conflict",
          code: "request_in_progress",
          message: expect.stringContaining("Retry in a few seconds"),
        },
      ])
    }
    expect(changed).toMatchObject({ status: 409, body: refusal("request_in_progress", 409) })

    await releaseLocks(...keys)
    expect([(await complete()).status, (await refund()).status, (await change()).status]).toEqual([
      200, 200, 200,
    ])
  })

  it("keeps a paid cart waiting at every attempt, and the payment is not refunded because of that [BANK-31]", async () => {
    const shop = new Storefront()
    const cart = await shop.fillCart()
    const { data } = await shop.startPayment(cart.id)
    const { payment_id } = data
    await sql("update gw_payment set provisioned_at = null where id = $1", [payment_id])
    await authenticate(data.redirect_url)
    await reaches(payment_id, "captured")
    await holdLock(cart.id)
    // More attempts than it takes to refund a cart that Medusa rejects.
    await sql("update gw_effect set attempts = 5 where payment_id = $1", [payment_id])
    await sql("update gw_payment set provisioned_at = now() where id = $1", [payment_id])
    const attempted = "effect = 'captured' and (last_error is not null or done_at is not null)"
    const waited = () =>
      sql<{ last_error: string }>(`select last_error from gw_effect where payment_id = $1 and ${attempted}`, [
        payment_id,
      ])
    const { last_error } = await eventuallyRunning("settle-leftovers", async () => (await waited())[0])
    expect(last_error).toContain("Another request")

    await releaseLocks(cart.id)
    await sql("update gw_effect set not_before = null where payment_id = $1", [payment_id])
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).amounts.refunded).toBe(0)
    await expectOrderedOnce(cart, payment_id)
  })
})
