import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { Buyer } from "../support/buyer"
import { adminFetch, adminGet, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import {
  boughtWithCard,
  emailOf,
  exported,
  freshName,
  handOut,
  newCustomer,
  type NewCustomer,
  paidByAgent,
} from "../support/privacy"
import { Receiver } from "../support/receiver"
import { orderThroughUcp, stockUp } from "../support/ucp-orders"
import { world } from "../support/world"

let receiver: Receiver
let customer: NewCustomer
let other: NewCustomer
let bought: Awaited<ReturnType<typeof boughtWithCard>>
let buyer: Buyer
let agent: Agent
const guest = freshName()

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
  await stockUp()
  receiver = await Receiver.listen()
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  ;[customer, other] = [await newCustomer(), await newCustomer()]
  buyer = await Buyer.forPerson(customer)
  bought = await boughtWithCard(buyer, receiver, customer.name)
  await boughtWithCard(await Buyer.forPerson(other), receiver, other.name)
  await paidByAgent(agent, customer.name)
  await paidByAgent(agent, guest)
})
afterAll(async () => {
  receiver.close()
  await switchSurfaces({ a2a_enabled: false, ucp_enabled: false })
})

describe("the data of a customer", () => {
  it("is one file with consents, cards, payments, checkouts, tasks and the webhooks about them [ADM-19]", async () => {
    const response = await handOut(customer)
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="/)
    expect(response.headers.get("cache-control")).toBe("no-store")
    const exportedData = await exported(customer)
    expect(exportedData.customer).toEqual({ id: customer.id, email: null })
    expect(exportedData.consents).toMatchObject([{ client_id: buyer.client_id, revoked_at: null }])
    expect(exportedData.cards).toMatchObject([{ brand: "visa", last4: "1111", status: "active" }])
    expect(exportedData.payments).toHaveLength(2)
    expect(exportedData.payments.map(({ customer_email }) => customer_email)).toEqual([
      customer.email,
      customer.email,
    ])
    expect(exportedData.payments.map(({ client_id }) => client_id).sort()).toEqual(
      [buyer.client_id, agent.client_id].sort()
    )
    expect(exportedData.sessions).toMatchObject([
      { id: bought.checkout_id, requested: { buyer: { first_name: customer.name } } },
    ])
    expect(exportedData.tasks).toMatchObject([{ state: "completed", messages: [{}] }])
    expect(exportedData.webhook_events.map(({ type }) => type)).toContain("order.paid")
    expect(exportedData.audit.map(({ type }) => type)).toContain("consent_given")
    expect(exportedData.erasures).toEqual([])
  })

  it("contains no secret, nothing a card could be charged with, and nothing of other people", async () => {
    const text = JSON.stringify(await exported(customer))
    expect(text).not.toMatch(/gw[acrs]_[A-Za-z0-9_-]{20}|whsec_|tok_|idempotency_key|network_transaction/)
    for (const stranger of [other.name, other.id, guest])
      expect(text.toLowerCase()).not.toContain(stranger.toLowerCase())
  })

  it("is also found by email address in any letter case, the only key of a guest", async () => {
    const exportedData = await exported({ email: emailOf(guest).toUpperCase() })
    expect(exportedData.payments).toMatchObject([{ customer_email: emailOf(guest), amount: 1500 }])
    expect(exportedData.tasks).toHaveLength(1)
    expect([exportedData.consents, exportedData.cards, exportedData.sessions]).toEqual([[], [], []])
  })

  it("does not include a person whose address only has the same ending", async () => {
    const name = freshName()
    await paidByAgent(agent, name)
    await paidByAgent(agent, `q${name}`)
    const exportedData = await exported({ email: emailOf(name) })
    expect(exportedData.tasks).toHaveLength(1)
    expect(JSON.stringify(exportedData)).not.toContain(emailOf(`q${name}`))
  })

  it("does not include a checkout that another account bought with this address", async () => {
    const name = freshName()
    const email = emailOf(name)
    const borrowed = await Buyer.forPerson(other)
    await orderThroughUcp(borrowed, { buyer: { email, first_name: "Foreign", last_name: "Buyer" } })
    const response = await handOut({ email })
    expect(await response.text()).not.toContain("Foreign")
  })

  it("is exported with an audit log entry that names the staff member and not the address", async () => {
    await exported({ email: emailOf(guest) })
    const path = "/admin/agentic-commerce/audit?type=customer_exported&limit=1"
    const { entries } = await adminGet<{ entries: Record<string, unknown>[] }>(path)
    expect(entries).toMatchObject([
      { actor_type: "user", actor_id: expect.stringMatching(/^user_/) as string },
    ])
    expect(JSON.stringify(entries).toLowerCase()).not.toContain(guest.toLowerCase())
  })
})

describe("an export", () => {
  const at = "/admin/agentic-commerce/customers"

  it.each([{ id: "cus_none" }, { email: "unknown@private.example" }])(
    "of an unknown person answers 404: %j",
    async (who) => {
      expect((await handOut(who)).status).toBe(404)
    }
  )

  it.each([{}, { email: "" }, { email: "ana" }, { email: "a@b.example", id: "1" }])(
    "by %j answers 400",
    async (body) => {
      expect((await adminPost(`${at}/export`, body)).status).toBe(400)
    }
  )

  it("of a customer account takes the customer id in the path and no email", async () => {
    expect((await adminPost(`${at}/${customer.id}/export`, { email: customer.email })).status).toBe(400)
  })

  it("cannot be requested with the email address in the URL, which others would log [ADM-19]", async () => {
    const email = encodeURIComponent(emailOf(guest))
    const answer = await adminFetch(`${at}/export?email=${email}`)
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining("1500")])
  })

  it("is for staff only", async () => {
    for (const path of [`${at}/${customer.id}/export`, `${at}/export`]) {
      const headers = { authorization: `Bearer ${buyer.token}`, "content-type": "application/json" }
      const init = { method: "POST", headers, body: JSON.stringify({ email: customer.email }) }
      expect((await fetch(`${world().base_url}${path}`, init)).status).toBe(401)
    }
  })
})
