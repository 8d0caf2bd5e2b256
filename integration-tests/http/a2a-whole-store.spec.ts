import { beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { orderOf } from "../support/cart-orders"
import { refundsOf } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { setRules } from "../support/policy"
import { authenticate } from "../support/shopper"
import { Storefront } from "../support/storefront"

const shop = new Storefront()
let bookkeeper: Agent
let payment_id: string
let cart_id: string

/** The payment of a storefront customer: no agent created it, so it never belongs to the bookkeeper. */
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  bookkeeper = await Agent.withScopes("a2a:payments:read", "a2a:payments:refund")
  const cart = await shop.fillCart()
  const { data } = await shop.startPayment(cart.id)
  await authenticate(data.redirect_url)
  await eventually(() => orderOf(cart.id))
  ;({ id: cart_id } = cart)
  ;({ payment_id } = data)
  await performEffects(payment_id)
})

const ask = (agent: Agent) => agent.send("query_payment_status", { payment_id })
const listed = async (agent: Agent) => {
  const { artifacts } = (await agent.send("list_payments", { limit: 100 })).body.result
  return (artifacts as unknown as { payments: { payment_id: string }[] }).payments.map(
    (payment) => payment.payment_id
  )
}

describe("a client with whole-store access", () => {
  it("sees only its own payments before the access is granted and after it is withdrawn [AUTH-22]", async () => {
    const notFound = { code: "payment_not_found", payment_id }
    expect((await ask(bookkeeper)).body.error.data).toMatchObject(notFound)
    expect(await listed(bookkeeper)).toEqual([])
    await setRules(bookkeeper.client_id, { whole_store: true })
    expect((await ask(bookkeeper)).body.result.artifacts.payment).toMatchObject({ status: "captured" })
    expect(await listed(bookkeeper)).toContain(payment_id)
    await setRules(bookkeeper.client_id, { whole_store: false })
    expect((await ask(bookkeeper)).body.error.data).toMatchObject(notFound)
    expect(await listed(bookkeeper)).toEqual([])
  })

  it("refunds a storefront payment, and other clients' access does not change [AUTH-22]", async () => {
    await setRules(bookkeeper.client_id, { whole_store: true })
    const { body } = await bookkeeper.send("refund_payment", { payment_id, amount: 500 })
    expect(body.result).toMatchObject({ state: "completed", artifacts: { refund: { amount: 500 } } })
    await performEffects(payment_id)
    expect((await ledgerOf(payment_id)).amounts.refunded).toBe(500)
    expect(refundsOf((await orderOf(cart_id))!)).toEqual([5])
    const other = await Agent.withScopes("a2a:payments:read")
    expect((await ask(other)).body.error.data).toMatchObject({ code: "payment_not_found" })
  })

  it("still requires the scope, and cannot read other clients' tasks [AUTH-22]", async () => {
    await setRules(bookkeeper.client_id, { whole_store: true })
    const { body } = await bookkeeper.send("capture_payment", { payment_id })
    expect(body.error.data).toMatchObject({ code: "scope_denied" })
    const other = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const { task_id } = await other.createPayment()
    const answer = await bookkeeper.call("tasks/get", { task_id })
    expect(answer.body.error.data).toMatchObject({ code: "task_not_found" })
  })
})
