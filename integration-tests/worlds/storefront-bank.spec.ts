import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import type { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { expectOrderedOnce } from "../support/ordered-once"
import { inOwnWorld } from "../support/own-world"
import { Receiver } from "../support/receiver"
import { closeUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"
import type { Storefront } from "../support/storefront"
import { type BankShopper, bankStorefront, openBankStorefront } from "../support/storefront-bank"
import { stripe } from "../support/stripe"
import type { StripeShopper } from "../support/stripe-shopper"
import { lockTable } from "../support/table-lock"
import { refundIn } from "../support/ucp-orders"
import { removed, subscribe, verified } from "../support/webhooks"

inOwnWorld(bankStorefront())

let customer: BankShopper
let buyer: Buyer
let shopper: StripeShopper
let shop: Storefront

beforeAll(async () => {
  customer = await openBankStorefront("Quadrant")
  ;({ buyer, shopper, shop } = customer)
})
afterAll(closeUcpShop)
afterEach(() => stripe.reset())

describe("a cart that an agent has handed over, and whose customer pays through the plugin's bank", () => {
  it("becomes the agent's order with the payment at the bank, which the agent can refund [ROUTE-17]", async () => {
    const checkout = await customer.atBank()
    await authenticate(checkout.redirect_url)
    await customer.expectAgentsOwn(checkout)
    await performEffects(checkout.payment_id)
    const cart = await shop.cart(checkout.cart_id)
    await expectOrderedOnce({ id: checkout.cart_id, total: cart.total }, checkout.payment_id)
    const { order } = await buyer.read(checkout.id)
    const refund = buyer.send(`/orders/${order?.id}/refund`, { body: { amount: 100 } })
    expect(await refundIn(buyer, refund)).toMatchObject({ refunded_amount: 100 })
    expect((await ledgerOf(checkout.payment_id)).amounts.refunded).toBe(100)
  })

  it("has webhook events and counts in its agent's revenue, each once [ROUTE-17]", async () => {
    const revenue = async () => {
      const [row] = await sql<{ orders: number; paid: number }>(
        `select coalesce(sum(orders), 0)::int as orders, coalesce(sum(paid), 0)::int as paid
           from gw_client_revenue where client_id = $1`,
        [buyer.client_id]
      )
      return row ?? { orders: 0, paid: 0 }
    }
    const before = await revenue()
    const receiver = await Receiver.listen()
    const { id, secret } = await subscribe(buyer, receiver.at("/orders"))
    const checkout = await customer.atBank()
    await authenticate(checkout.redirect_url)
    const order = await shopper.placed(checkout)
    await performEffects(checkout.payment_id)
    // An order whose first events were rendered early has another event for what has changed since.
    const others: readonly unknown[] = ["webhook.ping", "order.updated"]
    const typesNow = () =>
      receiver.arrived
        .map((message) => verified(message, secret).type)
        .filter((type) => !others.includes(type))
    await eventually(async () => typesNow().length >= 3 || undefined)
    expect(await removed(buyer, id)).toBe(204)
    receiver.close()
    expect(typesNow().sort()).toEqual(["checkout.completed", "order.created", "order.paid"])
    const { orders, paid } = await revenue()
    expect([orders - before.orders, paid - before.paid]).toEqual([1, Math.round(order.total * 100)])
  })

  it("has no order before the settlement has placed it, also when another one must place it again [ROUTE-17]", async () => {
    const checkout = await customer.atBank()
    const transactions = await lockTable("order_transaction")
    await authenticate(checkout.redirect_url)
    await transactions.stopped()
    // Simulates a settlement that was paused for longer than its lock.
    await sql("delete from gw_cart_lock where cart_id = $1", [checkout.cart_id])
    await runJob("find-storefront-orders")
    const during = [(await buyer.read(checkout.id)).status, await customer.paymentsOf(checkout)]
    await transactions.release()
    expect(during).toEqual(["complete_in_progress", []])
    await customer.expectAgentsOwn(checkout)
  })

  it("becomes the agent's order once when its event is lost, by five jobs and five reads at once [ROUTE-17]", async () => {
    const checkout = await customer.atBank()
    await authenticate(checkout.redirect_url)
    await shopper.placed(checkout)
    await performEffects(checkout.payment_id)
    await sql("update gw_storefront_hand_off set order_id = null where session_id = $1", [checkout.id])
    await sql("update gw_session set payment_id = null, ordered_at = null where id = $1", [checkout.id])
    await sql("update gw_payment set client_id = null where id = $1", [checkout.payment_id])
    const five = Array.from({ length: 5 })
    const reads = five.map(() => buyer.read(checkout.id))
    await Promise.all([...reads, ...five.map(() => runJob("find-storefront-orders"))])
    await customer.expectAgentsOwn(checkout)
  })
})
