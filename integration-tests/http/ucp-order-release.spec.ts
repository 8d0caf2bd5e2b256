import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { ledgerOf } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { limited } from "../support/purchases"
import { authenticate } from "../support/shopper"

let item: string

beforeAll(async () => {
  item = await limited(await openCatalog(), 10, "Backstaff")
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
})

afterAll(closeCatalog)

it("the cancellation of an order with an authorized payment voids the payment, once per idempotency key [UCP-32]", async () => {
  const buyer = await Buyer.forGuests()
  const { id, number, payment_id } = await reserved(buyer)
  const [headers, path] = [{ "idempotency-key": randomUUID() }, `/orders/${number}/cancel`]
  const first = await buyer.send(path, { headers })
  expect([first.status, first.body.checkout_id]).toEqual([200, id])
  expect(await buyer.send(path, { headers })).toMatchObject({ status: 200, body: first.body })
  expect((await ledgerOf(payment_id)).status).toBe("voided")
  const calls = await sql("select kind, status from gw_bank_operation where payment_id = $1", [payment_id])
  expect(calls).toEqual([{ kind: "void", status: "done" }])
  expect((await orderNumber(number)).status).toBe("canceled")
})

/** A purchase with an authorized payment. Checkouts always capture, so it takes over an agent's payment. */
async function reserved(buyer: Buyer) {
  const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  const { task_id, artifacts } = await agent.createPayment({ capture: "manual" })
  await authenticate(artifacts.sca_redirect_url)
  const { payment_id, shop_order_id } = (await agent.settled(task_id)).artifacts
  const { id } = await buyer.ready([[item, 1]])
  await sql("update gw_session set payment_id = $2, ordered_at = now() where id = $1", [id, payment_id])
  return { id, number: shop_order_id, payment_id }
}
