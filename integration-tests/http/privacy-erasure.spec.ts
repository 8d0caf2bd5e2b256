import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { type BankPayment, ipnBody } from "../support/bank"
import { ledgerOf, turn } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { tokensAtBank } from "../support/cards"
import { sql } from "../support/database"
import { notify } from "../support/gwb"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import {
  bodyOf,
  boughtWithCard,
  emailOf,
  erase,
  erased,
  erasureIn,
  exported,
  freshName,
  newCustomer,
  type NewCustomer,
  paidByAgent,
  rowsNaming,
} from "../support/privacy"
import { Receiver } from "../support/receiver"
import { orderThroughUcp, readOrder, refundIn, stockUp } from "../support/ucp-orders"
import { world } from "../support/world"

let receiver: Receiver
let agent: Agent

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  await stockUp()
  receiver = await Receiver.listen()
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:refund")
})
afterAll(async () => {
  receiver.close()
  await switchSurfaces({ a2a_enabled: false, ucp_enabled: false })
})

const payments = (ids: string[]) =>
  sql(
    `select id, status, amount, captured_amount, refunded_amount, currency, order_id, shop_order_id, bank_payment_id,
            merchant_reference, card_last4, version from gw_payment where id = any($1) order by id`,
    [ids]
  )

describe("an erased customer", () => {
  let customer: NewCustomer
  let other: NewCustomer
  let buyer: Buyer
  let bought: Awaited<ReturnType<typeof boughtWithCard>>
  let ids: string[]
  let card: string
  let money: object[]
  let others: string[]
  let erasure: Awaited<ReturnType<typeof erasureIn>>

  beforeAll(async () => {
    ;[customer, other] = [await newCustomer(), await newCustomer()]
    buyer = await Buyer.forPerson(customer)
    bought = await boughtWithCard(buyer, receiver, customer.name)
    await buyer.ready([["MUG-SAND", 1]], bodyOf(customer.name))
    await boughtWithCard(await Buyer.forPerson(other), receiver, other.name)
    await paidByAgent(agent, customer.name)
    const exportedData = await exported(customer)
    ids = exportedData.payments.map(({ payment_id }) => String(payment_id))
    card = String(exportedData.cards[0]?.token_id)
    money = await payments(ids)
    expect((await rowsNaming(customer.name)).length).toBeGreaterThan(8)
    others = await rowsNaming(other.name)
    erasure = await erasureIn(erase(customer, `${customer.email} requested it`))
  })

  it("is named in no row of any table of the gateway [ADM-20]", async () => {
    expect(erasure).toMatchObject({ obstacle: null, done_at: expect.any(String) as string })
    expect(await rowsNaming(customer.name)).toEqual([])
    expect(await rowsNaming(`${customer.name}str`)).toEqual([])
  })

  it("is reported by the number of erased records", () => {
    expect(erasure.counts).toMatchObject({ consents: 1, cards: 1, payments: 2, sessions: 2, tasks: 1 })
    expect(erasure.counts?.webhook_bodies).toBeGreaterThan(0)
    expect(erasure.counts?.bank_messages).toBeGreaterThan(0)
    expect(erasure.counts?.stored_responses).toBeGreaterThan(0)
  })

  it("leaves the payments unchanged [ADM-20]", async () => {
    expect(money).toHaveLength(2)
    expect(await payments(ids)).toEqual(money)
  })

  it("leaves other customers' data unchanged", async () => {
    expect((await rowsNaming(other.name)).sort()).toEqual(others.sort())
  })

  it("can no longer be used by an agent from the next call on", async () => {
    expect((await buyer.get(`/checkout-sessions/${bought.checkout_id}`)).status).toBe(401)
  })

  it("has no saved card at the bank", async () => {
    const ended = await eventually(async () => {
      const [token] = await tokensAtBank(card)
      return token?.status === "revoked" ? token : undefined
    })
    expect(ended.status).toBe("revoked")
    const row = await eventually(async () => {
      const [found] = await sql<{ status: string }>("select status from gw_card_token where id = $1", [card])
      return found?.status === "revoked" ? found : undefined
    })
    expect(row.status).toBe("revoked")
  })

  it("has an export that shows only the erasure", async () => {
    expect(await exported(customer)).toMatchObject(erased(erasure.id))
  })

  it("gets the same answer when the erasure is requested again", async () => {
    expect(await erasureIn(erase(customer))).toEqual(erasure)
  })

  it("does not reappear in later bank updates, which still settle the payment", async () => {
    const ledger = await ledgerOf(String(ids[0]))
    const before = await payments([String(ids[0])])
    const version = Number((before[0] as { version: number }).version) + 1
    const sent = { ...(ledger as unknown as BankPayment), version, customer: { email: customer.email } }
    const raw = ipnBody(sent)
    expect((await notify(raw)).status).toBe(200)
    const { event_id } = JSON.parse(raw) as { event_id: string }
    const row = await eventually(async () => {
      const [found] = await sql<{ verdict: string | null; payload: string }>(
        "select verdict, payload from gw_bank_event where event_id = $1",
        [event_id]
      )
      return found?.verdict ? found : undefined
    })
    expect(row).toEqual({ verdict: "applied", payload: "" })
    expect(await rowsNaming(customer.name)).toEqual([])
  })

  it("does not reappear in a refund, whose webhook contains no address", async () => {
    const [paid] = await sql<{ id: string; order_id: string }>(
      "select id, order_id from gw_payment where id = any($1) and description = 'Erased' and origin = 'order' and cart_id is not null",
      [ids]
    )
    await turn("refund", { payment_id: (await ledgerOf(String(paid?.id))).id, amount: 100 })
    const sent = await eventually(async () =>
      receiver.arrived.find(
        ({ path, body }) => path === `/private/${buyer.client_id}` && body.includes('"order.refunded"')
      )
    )
    expect(JSON.parse(sent.body)).toMatchObject({ data: { refund: { amount: 100 } } })
    expect(sent.body.toLowerCase()).not.toContain(customer.name.toLowerCase())
    expect(await rowsNaming(customer.name)).toEqual([])
  })

  it("is in the audit log once, with the staff member and the reason, and without the email", async () => {
    const path = "/admin/agentic-commerce/audit?type=customer_erased&limit=100"
    const { entries } = await adminGet<{
      entries: { actor_id: string; detail: { id: string; reason: string } }[]
    }>(path)
    const own = entries.filter(({ detail }) => detail.id === erasure.id)
    expect(own).toMatchObject([{ actor_type: "user", detail: { reason: "[erased] requested it" } }])
  })
})

describe("a guest", () => {
  it("is erased by email address, and their platform still sees the order and can refund it", async () => {
    const name = freshName()
    const buyer = await Buyer.forGuests()
    const { id } = await orderThroughUcp(buyer, bodyOf(name))
    await erasureIn(erase({ email: emailOf(name).toUpperCase() }))
    expect(await rowsNaming(name)).toEqual([])
    const order = await readOrder(buyer, id)
    expect(JSON.stringify(order)).not.toContain(name)
    const refund = await refundIn(buyer, buyer.send(`/orders/${id}/refund`, { body: { amount: 100 } }))
    expect(refund).toMatchObject({ refunded_amount: 100 })
  })

  it("with only an open checkout is erased as well", async () => {
    const name = freshName()
    const buyer = await Buyer.forGuests()
    const { id } = await buyer.ready([["MUG-SAND", 1]], bodyOf(name))
    expect((await erasureIn(erase({ email: emailOf(name) }))).counts).toMatchObject({
      sessions: 1,
      payments: 0,
    })
    expect((await buyer.get(`/checkout-sessions/${id}`)).status).toBe(404)
    const carts = await sql("select id from cart where email = $1", [emailOf(name)])
    expect([await rowsNaming(name), carts]).toEqual([[], []])
  })

  it("can be erased again after a new purchase", async () => {
    const name = freshName()
    await paidByAgent(agent, name)
    const first = await erasureIn(erase({ email: emailOf(name) }))
    await paidByAgent(agent, name)
    const second = await erasureIn(erase({ email: emailOf(name) }))
    expect(second.id).not.toBe(first.id)
    expect((await exported({ email: emailOf(name) })).erasures.map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ])
    expect(await rowsNaming(name)).toEqual([])
  })

  it("is erased once by six simultaneous requests, which get the same answer", async () => {
    const name = freshName()
    await paidByAgent(agent, name)
    const requests = Array.from({ length: 6 }, () => erasureIn(erase({ email: emailOf(name) })))
    const answers = await Promise.all(requests)
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(answers[0]?.counts).toMatchObject({ payments: 1, tasks: 1 })
  })
})

describe("an erasure", () => {
  const path = "/admin/agentic-commerce/customers"

  it.each([
    [`${path}/cus_none/erase`, { reason: "test" }],
    [`${path}/erase`, { email: "unknown@private.example", reason: "test" }],
  ])("of an unknown person answers 404: %s", async (address, body) => {
    expect((await adminPost(address, body)).status).toBe(404)
  })

  it.each([
    [`${path}/cus_none/erase`, {}],
    [`${path}/cus_none/erase`, { reason: " " }],
    [`${path}/cus_none/erase`, { reason: "test", email: "a@b.example" }],
    [`${path}/erase`, { reason: "test" }],
    [`${path}/erase`, { email: "no-address", reason: "test" }],
    [`${path}/erase`, { email: "a@b.example" }],
  ])("by %s %j answers 400", async (address, body) => {
    expect((await adminPost(address, body)).status).toBe(400)
  })

  it("can be checked before: the obstacle or null, and 404 for an unknown person", async () => {
    const customer = await newCustomer()
    const { artifacts, task_id } = await agent.createPayment({ customer: { email: customer.email } })
    const at = `${path}/${customer.id}/obstacle`
    expect(await adminGet(at)).toMatchObject({
      obstacle: { code: "payment_open", payment_id: artifacts.payment_id },
    })
    await agent.call("tasks/cancel", { task_id })
    await eventually(async () =>
      (await adminGet<{ obstacle: object | null }>(at)).obstacle ? undefined : true
    )
    expect((await adminFetch(`${path}/cus_none/obstacle`)).status).toBe(404)
  })

  it("is for staff only", async () => {
    for (const address of [`${path}/cus_none/erase`, `${path}/erase`]) {
      const headers = { authorization: `Bearer ${agent.access_token}`, "content-type": "application/json" }
      const init = { method: "POST", headers, body: JSON.stringify({ reason: "test", email: "a@b.example" }) }
      expect((await fetch(world().base_url + address, init)).status).toBe(401)
    }
  })
})
