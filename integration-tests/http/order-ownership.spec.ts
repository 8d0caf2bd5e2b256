import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent } from "../support/acp"
import { Agent } from "../support/agent"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { mintTokens } from "../support/mint-tokens"
import { switchSurfaces } from "../support/oauth-client"
import { setRules } from "../support/policy"
import { authenticate } from "../support/shopper"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { orderThroughUcp, readOrder, readOrders } from "../support/ucp-orders"

/** A paid order with all ids by which a client could name it. */
interface Order {
  /** The session's or the checkout's id; for A2A the task's. */
  readonly session_id: string
  readonly number: string
  readonly order_id: string
  readonly payment_id: string
}

const READ = "dev.ucp.shopping.order:read"
const READ_ALL = "dev.ucp.shopping.order.all:read"
const MANAGE = "dev.ucp.shopping.order:manage"
const REFUND = "dev.ucp.shopping.order:refund"
const PAYMENTS = ["read", "create", "capture", "refund"].map((right) => `a2a:payments:${right}`)

let item: string
let platform: Buyer
let acp: AcpAgent
let agent: Agent
let over: Record<"UCP" | "ACP" | "A2A", Order>

beforeAll(async () => {
  ;({ item } = await openAcpShop("Equatorium of three agents"))
  await switchSurfaces({ a2a_enabled: true })
  ;[platform, acp, agent] = [
    await Buyer.forCustomer(),
    await AcpAgent.of("customer"),
    await Agent.withScopes(...PAYMENTS),
  ]
  over = { UCP: await overUcp(platform), ACP: await overAcp(acp), A2A: await overA2a() }
})
afterAll(closeAcpShop)

async function overUcp(buyer: Buyer): Promise<Order> {
  const { checkout, id: number, ...ids } = await orderThroughUcp(buyer, { lines: [[item, 1]] })
  return { ...ids, number, session_id: checkout.id }
}

async function overAcp(by: AcpAgent): Promise<Order> {
  const { id } = await by.ready([[item, 2]])
  const { order } = await by.authenticateBuyer(await by.session(by.complete(id)), "completed")
  return paid("s.id = $1", id, { session_id: id, number: String(order?.id) })
}

async function overA2a(): Promise<Order> {
  const { task_id, artifacts } = await agent.createPayment()
  await authenticate(artifacts.sca_redirect_url)
  await agent.settled(task_id)
  const { payment_id, shop_order_id } = artifacts
  return paid("p.id = $1", payment_id, { session_id: task_id, number: String(shop_order_id) })
}

async function paid(where: string, id: string, ids: Pick<Order, "session_id" | "number">): Promise<Order> {
  const [row] = await sql<{ payment_id: string; order_id: string }>(
    `select p.id as payment_id, p.order_id
       from gw_payment p left join gw_session s on s.payment_id = p.id where ${where}`,
    [id]
  )
  if (!row) throw new Error(`${id} has no payment`)
  await performEffects(row.payment_id)
  return { ...ids, ...row }
}

/** Expects that an order is paid and in no part refunded. */
async function expectUntouched({ payment_id, order_id }: Order): Promise<void> {
  const { amounts } = await ledgerOf(payment_id)
  expect([amounts.captured > 0, amounts.refunded, amounts.voided]).toEqual([true, 0, 0])
  expect(await sql(`select status from "order" where id = $1`, [order_id])).toEqual([{ status: "pending" }])
}

const namesOf = ({ session_id, number, order_id, payment_id }: Order) => [
  session_id,
  number,
  order_id,
  payment_id,
]

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
    const guest = await overAcp(staff)
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
  const bothNames = ({ payment_id, number }: Order) => [{ payment_id }, { shop_order_id: Number(number) }]
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
