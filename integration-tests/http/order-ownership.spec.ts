import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent } from "../support/acp"
import { Agent } from "../support/agent"
import { Buyer } from "../support/buyer"
import { mintTokens } from "../support/mint-tokens"
import { switchSurfaces } from "../support/oauth-client"
import {
  expectUntouched,
  namesOf,
  overAcp,
  PAYMENT_SCOPES,
  type PlacedOrder,
  type PlacedOrders,
  placeOrders,
} from "../support/placed-orders"
import { setRules } from "../support/policy"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { readOrder, readOrders } from "../support/ucp-orders"

const READ = "dev.ucp.shopping.order:read"
const READ_ALL = "dev.ucp.shopping.order.all:read"
const MANAGE = "dev.ucp.shopping.order:manage"
const REFUND = "dev.ucp.shopping.order:refund"

let item: string
let platform: Buyer
let acp: AcpAgent
let agent: Agent
let over: PlacedOrders

beforeAll(async () => {
  ;({ item } = await openAcpShop("Equatorium of three agents"))
  await switchSurfaces({ a2a_enabled: true })
  ;[platform, acp, agent] = [
    await Buyer.forCustomer(),
    await AcpAgent.of("customer"),
    await Agent.withScopes(...PAYMENT_SCOPES),
  ]
  over = await placeOrders({ platform, acp, agent }, item)
})
afterAll(closeAcpShop)

/** The answers of ACP to everything that a client can do with a session of this id. */
async function acpAnswers(by: AcpAgent, id: string, headers: Record<string, string> = {}) {
  const calls = [
    by.send(`/checkout_sessions/${id}`, { method: "GET", headers }),
    by.update(id, {}, headers),
    by.complete(id, {}, headers),
    by.cancel(id, {}, headers),
  ]
  return (await Promise.all(calls)).map(({ status, body }) => [status, body.code])
}
const NO_SESSION = Array.from({ length: 4 }, () => [404, "session_not_found"])

describe.each(["UCP", "A2A"] as const)("an order placed over %s", (protocol) => {
  it("is neither read nor canceled over ACP, also by a client of its customer [OWN-01, OWN-02]", async () => {
    for (const id of namesOf(over[protocol]))
      expect([id, await acpAnswers(acp, id)]).toEqual([id, NO_SESSION])
    await expectUntouched(over[protocol])
    expect((await acp.read(over.ACP.session_id)).order?.status).toBe("confirmed")
  })
})

describe("an order placed over ACP", () => {
  it("is neither read, canceled nor refunded over UCP by a client of the same customer [OWN-01, OWN-02]", async () => {
    const buyer = await Buyer.withScopes(READ, MANAGE, REFUND, "dev.ucp.shopping.checkout:manage")
    const session = `/checkout-sessions/${over.ACP.session_id}`
    const orders = namesOf(over.ACP).map((id) => `/orders/${id}`)
    for (const path of [session, ...orders])
      expect([path, (await buyer.get(path)).status]).toEqual([path, 404])
    const changes = orders.flatMap((path) => [`${path}/cancel`, `${path}/refund`])
    for (const path of [`${session}/cancel`, `${session}/complete`, ...changes])
      expect([path, (await buyer.send(path)).status]).toEqual([path, 404])
    expect((await readOrders(buyer)).orders).toEqual([])
    await expectUntouched(over.ACP)
    expect((await readOrder(platform, over.UCP.number)).id).toBe(over.UCP.number)
  })

  it("is read over UCP with the scope to read what other agents bought, and not changed [OWN-03, OWN-04]", async () => {
    const reader = await Buyer.withScopes(READ, READ_ALL, MANAGE, REFUND)
    expect((await readOrder(reader, over.ACP.number)).checkout_id).toBe(over.ACP.session_id)
    expect((await readOrders(reader)).ids).toEqual(expect.arrayContaining([over.ACP.number, over.UCP.number]))
    for (const path of ["/cancel", "/refund"])
      expect((await reader.send(`/orders/${over.ACP.number}${path}`)).status).toBe(404)
    const staff = await AcpAgent.of("admin")
    const guest = await overAcp(staff, item)
    expect((await reader.get(`/orders/${guest.number}`)).status).toBe(404)
    await expectUntouched(over.ACP)
  })

  it("is read over ACP only with the token of its customer, also by its client [OWN-01, OWN-02]", async () => {
    const { access_token } = await mintTokens({ client_id: acp.client_id }, "admin")
    const headers = { authorization: `Bearer ${access_token}` }
    expect(await acpAnswers(acp, over.ACP.session_id, headers)).toEqual(NO_SESSION)
    await expectUntouched(over.ACP)
    expect((await acp.read(over.ACP.session_id)).order?.status).toBe("confirmed")
  })
})

describe.each(["UCP", "ACP"] as const)("the payment of an order placed over %s", (protocol) => {
  const bothNames = ({ payment_id, number }: PlacedOrder) => [
    { payment_id },
    { shop_order_id: Number(number) },
  ]
  const SKILLS = ["query_payment_status", "capture_payment", "refund_payment"]

  it("is neither read, captured, refunded nor canceled over A2A [OWN-01, OWN-02]", async () => {
    for (const input of bothNames(over[protocol]))
      for (const skill of SKILLS) {
        const { body } = await agent.send(skill, input)
        expect([skill, body.error.data.code]).toEqual([skill, "payment_not_found"])
      }
    for (const task_id of namesOf(over[protocol])) {
      const { body } = await agent.call("tasks/cancel", { task_id })
      expect([task_id, body.error.data.code]).toEqual([task_id, "task_not_found"])
    }
    await expectUntouched(over[protocol])
    const { body } = await agent.send("query_payment_status", { payment_id: over.A2A.payment_id })
    expect(body.result.artifacts.payment.status).toBe("captured")
  })

  it("is listed over A2A only while the merchant allows the client the whole store [OWN-01]", async () => {
    const listed = async () => {
      const { artifacts } = (await agent.send("list_payments", { limit: 100 })).body.result
      return JSON.stringify(artifacts).includes(over[protocol].payment_id)
    }
    expect(await listed()).toBe(false)
    await setRules(agent.client_id, { whole_store: true })
    expect(await listed()).toBe(true)
    await setRules(agent.client_id, { whole_store: false })
    expect(await listed()).toBe(false)
  })
})

it("an order placed over A2A is neither read, canceled nor refunded over UCP, whatever the scopes [OWN-01, OWN-02, OWN-04]", async () => {
  const reader = await Buyer.withScopes(READ, READ_ALL, MANAGE, REFUND)
  for (const id of namesOf(over.A2A)) {
    expect((await reader.get(`/orders/${id}`)).status).toBe(404)
    for (const path of ["/cancel", "/refund"])
      expect((await reader.send(`/orders/${id}${path}`)).status).toBe(404)
  }
  await expectUntouched(over.A2A)
})
