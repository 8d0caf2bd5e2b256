import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { allow, decided, waitingOf } from "../support/approvals"
import { type BankPayment, ipnBody } from "../support/bank"
import { ledgerOf, turn } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { tokensAtBank } from "../support/cards"
import { sql } from "../support/database"
import { notify } from "../support/gwb"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { CARDS, prove } from "../support/shopper"
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
  refusalIn,
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

describe("a customer who is erased", () => {
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
    const held = await exported(customer)
    ids = held.payments.map(({ payment_id }) => String(payment_id))
    card = String(held.cards[0]?.token_id)
    money = await payments(ids)
    expect((await rowsNaming(customer.name)).length).toBeGreaterThan(8)
    others = await rowsNaming(other.name)
    erasure = await erasureIn(erase(customer, `${customer.email} asked for it`))
  })

  it("is named in no row of any table of ours any more [ADM-20]", async () => {
    expect(erasure).toMatchObject({ obstacle: null, done_at: expect.any(String) as string })
    expect(await rowsNaming(customer.name)).toEqual([])
    expect(await rowsNaming(`${customer.name}str`)).toEqual([])
  })

  it("is told of by numbers", () => {
    expect(erasure.counts).toMatchObject({ consents: 1, cards: 1, payments: 2, sessions: 2, tasks: 1 })
    expect(erasure.counts?.webhook_bodies).toBeGreaterThan(0)
    expect(erasure.counts?.bank_messages).toBeGreaterThan(0)
    expect(erasure.counts?.kept_answers).toBeGreaterThan(0)
  })

  it("leaves the money as it was [ADM-20]", async () => {
    expect(money).toHaveLength(2)
    expect(await payments(ids)).toEqual(money)
  })

  it("leaves what is another customer's as it was", async () => {
    expect((await rowsNaming(other.name)).sort()).toEqual(others.sort())
  })

  it("is no agent's any more from the next call on", async () => {
    expect((await buyer.get(`/checkout-sessions/${bought.checkout_id}`)).status).toBe(401)
  })

  it("has no card at the bank any more", async () => {
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

  it("is handed out as nothing but that he was erased", async () => {
    expect(await exported(customer)).toMatchObject(erased(erasure.id))
  })

  it("is answered alike when it is asked again", async () => {
    expect(await erasureIn(erase(customer))).toEqual(erasure)
  })

  it("does not come back by what the bank tells later, and the money is settled all the same", async () => {
    const ledger = await ledgerOf(String(ids[0]))
    const before = await payments([String(ids[0])])
    const version = Number((before[0] as { version: number }).version) + 1
    const told = { ...(ledger as unknown as BankPayment), version, customer: { email: customer.email } }
    const raw = ipnBody(told)
    expect((await notify(raw)).status).toBe(200)
    const { event_id } = JSON.parse(raw) as { event_id: string }
    const row = await eventually(async () => {
      const [found] = await sql<{ verdict: string | null; payload: string }>(
        "select verdict, payload from gw_bank_event where event_id = $1",
        [event_id]
      )
      return found?.verdict ? found : undefined
    })
    expect(row).toEqual({ verdict: "taken", payload: "" })
    expect(await rowsNaming(customer.name)).toEqual([])
  })

  it("does not come back by a refund, of which the client is told without an address", async () => {
    const [paid] = await sql<{ id: string; order_id: string }>(
      "select id, order_id from gw_payment where id = any($1) and description = 'Erased' and origin = 'order' and cart_id is not null",
      [ids]
    )
    await turn("refund", { payment_id: (await ledgerOf(String(paid?.id))).id, amount: 100 })
    const told = await eventually(async () =>
      receiver.arrived.find(
        ({ path, body }) => path === `/private/${buyer.client_id}` && body.includes('"order.refunded"')
      )
    )
    expect(JSON.parse(told.body)).toMatchObject({ data: { refund: { amount: 100 } } })
    expect(told.body.toLowerCase()).not.toContain(customer.name.toLowerCase())
    expect(await rowsNaming(customer.name)).toEqual([])
  })

  it("is in the audit once, with who asked and why, and without the address", async () => {
    const path = "/admin/agentic-commerce/audit?type=customer_erased&limit=100"
    const { entries } = await adminGet<{
      entries: { actor_id: string; detail: { id: string; reason: string } }[]
    }>(path)
    const own = entries.filter(({ detail }) => detail.id === erasure.id)
    expect(own).toMatchObject([{ actor_type: "user", detail: { reason: "[erased] asked for it" } }])
  })
})

describe("a guest", () => {
  it("is erased by the e-mail address, and his platform still sees the order and can refund it", async () => {
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

  it("who has only looked is forgotten as well", async () => {
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

  it("can be erased again when he has come back", async () => {
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

  it("who is erased by many at once is erased once, and all are answered alike", async () => {
    const name = freshName()
    await paidByAgent(agent, name)
    const asked = Array.from({ length: 6 }, () => erasureIn(erase({ email: emailOf(name) })))
    const answers = await Promise.all(asked)
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(answers[0]?.counts).toMatchObject({ payments: 1, tasks: 1 })
  })
})

describe("an erasure is refused, and nothing is erased,", () => {
  it("while a payment is open [ADM-20]", async () => {
    const name = freshName()
    const { artifacts } = await agent.createPayment({ customer: { email: emailOf(name) } })
    const why = await refusalIn(erase({ email: emailOf(name) }))
    expect(why).toBe(
      `Payment ${artifacts.payment_id} is still open: the shopper or the bank has not ended it.`
    )
    expect(await rowsNaming(name)).not.toEqual([])
    await prove(artifacts.sca_redirect_url, "decline")
    await eventually(async () => ((await erase({ email: emailOf(name) })).ok ? true : undefined))
    expect(await rowsNaming(name)).toEqual([])
  })

  it("while money is only reserved", async () => {
    const name = freshName()
    const { task_id, artifacts } = await agent.createPayment({
      ...{ capture: "manual", customer: { email: emailOf(name) } },
    })
    await prove(artifacts.sca_redirect_url)
    await agent.settled(task_id)
    expect(await refusalIn(erase({ email: emailOf(name) }))).toContain("is authorized and not settled")
  })

  it("while a payment waits for the merchant's approval", async () => {
    const name = freshName()
    const limited = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await allow(limited.client_id, { approval_above: 1 })
    await limited.createPayment({ description: `For ${name}`, customer: { email: emailOf(name), name } })
    const { id } = await waitingOf(limited.client_id)
    expect(await refusalIn(erase({ email: emailOf(name) }))).toContain(id)
    await decided(id, "refuse")
    expect(await rowsNaming(name)).toEqual([])
  })

  it("while a payment is disputed", async () => {
    const name = freshName()
    const { task_id, artifacts } = await agent.createPayment({ customer: { email: emailOf(name) } })
    await prove(artifacts.sca_redirect_url, "approve", CARDS.approved)
    await agent.settled(task_id)
    await turn("dispute", { payment_id: (await ledgerOf(artifacts.payment_id)).id })
    const isTold = async () =>
      (await sql("select from gw_payment where id = $1 and disputes <> '[]'", [artifacts.payment_id]))[0]
    await eventually(isTold)
    expect(await refusalIn(erase({ email: emailOf(name) }))).toContain("is disputed")
  })
})

describe("a customer whom Medusa deletes", () => {
  it("is erased here, too", async () => {
    const customer = await newCustomer()
    const buyer = await Buyer.forPerson(customer)
    await boughtWithCard(buyer, receiver, customer.name)
    expect((await adminFetch(`/admin/customers/${customer.id}`, { method: "DELETE" })).status).toBe(200)
    await eventually(async () => ((await rowsNaming(customer.name)).length ? undefined : true))
    const { erasures } = await exported(customer)
    expect(erasures).toHaveLength(1)
    expect((await buyer.get("/orders")).status).toBe(401)
  })

  it("while a payment is open is erased when that has ended", async () => {
    const customer = await newCustomer()
    const { artifacts } = await agent.createPayment({ customer: { email: customer.email } })
    await adminFetch(`/admin/customers/${customer.id}`, { method: "DELETE" })
    const waiting = await eventually(async () => (await waits(customer.id))[0])
    expect(waiting.obstacle).toContain(artifacts.payment_id)
    await prove(artifacts.sca_redirect_url, "decline")
    await sql("update gw_erasure set requested_at = now() - interval '3 minutes' where customer_id = $1", [
      customer.id,
    ])
    await eventually(async () => ((await rowsNaming(customer.name)).length ? undefined : true), 60)
  })

  const waits = (id: string) =>
    sql<{ obstacle: string }>(
      "select obstacle from gw_erasure where customer_id = $1 and done_at is null and obstacle is not null",
      [id]
    )
})

describe("what was being written down meanwhile", () => {
  it("is erased when it is looked once more", async () => {
    const name = freshName()
    const { artifacts } = await paidByAgent(agent, name)
    const { id } = await erasureIn(erase({ email: emailOf(name) }))
    // As a message that was being stored when its payment was erased.
    await sql("alter table gw_bank_event disable trigger gw_bank_event_forget")
    await sql(
      `update gw_bank_event set payload = $2 where snapshot ->> 'merchant_reference' =
         (select merchant_reference from gw_payment where id = $1)`,
      [artifacts.payment_id, `late ${name}`]
    ).finally(() => sql("alter table gw_bank_event enable trigger gw_bank_event_forget"))
    expect(await rowsNaming(name)).not.toEqual([])
    await sql("update gw_erasure set done_at = now() - interval '3 minutes' where id = $1", [id])
    await eventually(async () => ((await rowsNaming(name)).length ? undefined : true), 60)
  })

  it("and an erasure a crash has cut short is finished", async () => {
    const name = freshName()
    await paidByAgent(agent, name)
    await sql(
      `insert into gw_erasure (id, subject, email, reason, requested_at)
       values ('era_' || $1, $1, $2, 'cut short', now() - interval '3 minutes')`,
      [name, emailOf(name)]
    )
    const counts = await eventually(async () => {
      const [row] = await sql<{ counts: object; email: string | null }>(
        "select counts, email from gw_erasure where id = 'era_' || $1 and done_at is not null",
        [name]
      )
      return row
    }, 60)
    expect(counts).toMatchObject({ counts: { payments: 1 }, email: null })
  })
})

describe("an erasure", () => {
  const path = "/admin/agentic-commerce/customers"

  it.each([
    [`${path}/cus_none/erase`, { reason: "test" }],
    [`${path}/erase`, { email: "nobody@private.example", reason: "test" }],
  ])("of somebody nobody knows is answered 404: %s", async (address, body) => {
    expect((await adminPost(address, body)).status).toBe(404)
  })

  it.each([
    [`${path}/cus_none/erase`, {}],
    [`${path}/cus_none/erase`, { reason: " " }],
    [`${path}/cus_none/erase`, { reason: "test", email: "a@b.example" }],
    [`${path}/erase`, { reason: "test" }],
    [`${path}/erase`, { email: "nobody", reason: "test" }],
    [`${path}/erase`, { email: "a@b.example" }],
  ])("by %s %j is answered 400", async (address, body) => {
    expect((await adminPost(address, body)).status).toBe(400)
  })

  it("is for staff alone", async () => {
    for (const address of [`${path}/cus_none/erase`, `${path}/erase`]) {
      const headers = { authorization: `Bearer ${agent.access_token}`, "content-type": "application/json" }
      const init = { method: "POST", headers, body: JSON.stringify({ reason: "test", email: "a@b.example" }) }
      expect((await fetch(world().base_url + address, init)).status).toBe(401)
    }
  })
})
