import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { overview, statusOf } from "../support/agents-overview"
import { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import { mintTokens } from "../support/mint-tokens"
import { loginOf, switchSurfaces } from "../support/oauth-client"
import { orderOf, paid, payingAgent } from "../support/payments"
import { erase, erasureIn, newCustomer } from "../support/privacy"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { world } from "../support/world"

let item: string

beforeAll(async () => {
  ;({ item } = await openUcpShop())
})
afterAll(closeUcpShop)

interface Evidence {
  consent: {
    given_by: string
    email: string
    scopes: string[]
    given_at: string
    revoked_at: string | null
  } | null
  mandate: { customer_reference: string; terms: { max_amount: number }; agreed_at: string } | null
  parcels: { id: string; tracking: { tracking_number: string } | null }[]
}

const evidenceOf = async (id: string) =>
  (await overview<{ evidence: Evidence }>(`/payments/${id}/evidence`)).evidence

const MANDATE = {
  customer_reference: "cus-evidence",
  usage: "recurring",
  terms: { max_amount: 5000, max_per_month: 9000, expires_at: "2099-01-01T00:00:00.000Z" },
}

describe("the evidence for a payment", () => {
  it("requires a staff login, and is 404 for an unknown payment [ADM-23]", async () => {
    const path = "/admin/agentic-commerce/payments/pay_none/evidence"
    expect((await fetch(world().base_url + path)).status).toBe(401)
    expect(await statusOf("/payments/pay_none/evidence")).toBe(404)
  })

  it("is in the audit log with the staff member who read it, and a request for an unknown payment is not [ADM-44]", async () => {
    const entries = async () =>
      (await overview<{ entries: { detail: object }[] }>("/audit?type=evidence_exported&limit=100")).entries
    const before = (await entries()).length
    const { payment_id } = (await paid(await payingAgent())).artifacts
    await evidenceOf(payment_id)
    expect(await statusOf("/payments/pay_none/evidence")).toBe(404)
    expect(await entries()).toHaveLength(before + 1)
    expect((await entries())[0]).toMatchObject({
      actor_type: "user",
      actor_id: expect.stringMatching(/^user_/) as string,
      detail: { payment_id },
    })
  })

  it("has the consent that was valid when the payment was requested, and no later one [ADM-44]", async () => {
    const agent = await payingAgent()
    const { payment_id } = (await paid(agent)).artifacts
    const { email } = loginOf("admin")
    const scopes = ["a2a:payments:read", "a2a:payments:create"]
    expect((await evidenceOf(payment_id)).consent).toMatchObject({ given_by: "user", email, scopes })
    await sql("update gw_oauth_grant set created_at = now() where client_id = $1", [agent.client_id])
    expect((await evidenceOf(payment_id)).consent).toBeNull()
  })

  it("has the consent of the checkout's customer, and no other customer's or staff's [ADM-44]", async () => {
    const buyer = await Buyer.forCustomer()
    const payment_id = await boughtBy(buyer)
    await otherConsents(buyer, payment_id)
    const { email } = loginOf("customer")
    const own = { given_by: "customer", email, revoked_at: null }
    expect((await evidenceOf(payment_id)).consent).toMatchObject(own)
    await removeConsent(buyer, "customer")
    expect((await evidenceOf(payment_id)).consent).toBeNull()
  })

  it("has the consent of the order's customer when the session is gone, and no other one's [ADM-44]", async () => {
    const buyer = await Buyer.forCustomer()
    const payment_id = await boughtBy(buyer)
    await otherConsents(buyer, payment_id)
    await sql("update gw_session set payment_id = null where payment_id = $1", [payment_id])
    const { email } = loginOf("customer")
    expect((await evidenceOf(payment_id)).consent).toMatchObject({ given_by: "customer", email })
    await removeConsent(buyer, "customer")
    expect((await evidenceOf(payment_id)).consent).toBeNull()
  })

  it.each([
    ["the session", "select $1"],
    ["only the order", "update gw_session set payment_id = null where payment_id = $1"],
  ])(
    "has the consent of an erased customer without their address, found by %s [ADM-44]",
    async (_, statement) => {
      const customer = await newCustomer()
      const buyer = await Buyer.forPerson(customer)
      const payment_id = await boughtBy(buyer)
      await otherConsents(buyer, payment_id)
      await sql(statement, [payment_id])
      await erasureIn(erase(customer))
      expect((await evidenceOf(payment_id)).consent).toMatchObject({
        given_by: "customer",
        email: null,
        revoked_at: expect.any(String) as string,
      })
    }
  )

  it("has a consent of staff for a guest, and no customer's [ADM-44]", async () => {
    const agent = await payingAgent()
    const { payment_id } = (await paid(agent)).artifacts
    await mintTokens(agent, await newCustomer())
    await backdate(agent, payment_id)
    const { email } = loginOf("admin")
    expect((await evidenceOf(payment_id)).consent).toMatchObject({ given_by: "user", email })
    await removeConsent(agent, "admin")
    expect((await evidenceOf(payment_id)).consent).toBeNull()
  })

  it("has when the consent was revoked after the payment, and none that was revoked before it [ADM-44]", async () => {
    const agent = await payingAgent()
    const { payment_id } = (await paid(agent)).artifacts
    const revoke = (when: string) =>
      sql(`update gw_oauth_grant set revoked_at = ${when} where client_id = $1`, [agent.client_id])
    await revoke("now()")
    expect((await evidenceOf(payment_id)).consent).toMatchObject({ revoked_at: expect.any(String) as string })
    await revoke("created_at")
    expect((await evidenceOf(payment_id)).consent).toBeNull()
  })

  it("has the mandate of a card saved with the payment or charged by it, and none otherwise [ADM-44]", async () => {
    await switchSurfaces({ a2a_enabled: true })
    const agent = await Agent.withScopes("a2a:payments:create", "a2a:payments:read", "a2a:payments:tokenize")
    const saving = await paid(agent, { save_card: MANDATE })
    expect((await evidenceOf(saving.artifacts.payment_id)).mandate).toMatchObject(MANDATE)
    const without = await paid(agent)
    expect((await evidenceOf(without.artifacts.payment_id)).mandate).toBeNull()
    await sql(
      "update gw_payment set card_token_id = (select id from gw_card_token where payment_id = $1) where id = $2",
      [saving.artifacts.payment_id, without.artifacts.payment_id]
    )
    expect((await evidenceOf(without.artifacts.payment_id)).mandate).toMatchObject(MANDATE)
  })

  it("has the fulfillments of the order that are not canceled [ADM-44]", async () => {
    const task = await paid(await payingAgent())
    const { payment_id } = task.artifacts
    expect((await evidenceOf(payment_id)).parcels).toEqual([])
    const { id } = await orderOf(task)
    const sent = await fulfillmentOf(id, "sent", null)
    await fulfillmentOf(id, "canceled", new Date())
    expect(await evidenceOf(payment_id)).toMatchObject({
      parcels: [{ id: sent, tracking: { tracking_number: "TRACK-1" } }],
    })
  })
})

/** Buys something, and returns the id of the payment. */
async function boughtBy(buyer: Buyer): Promise<string> {
  const { id } = await buyer.buy([[item, 1]])
  const [session] = await sql<{ payment_id: string }>("select payment_id from gw_session where id = $1", [id])
  return session?.payment_id ?? ""
}

/** Newer consents of another customer and of staff to the same client, given before the payment. */
async function otherConsents(client: Pick<Buyer, "client_id">, payment_id: string): Promise<void> {
  await mintTokens(client, await newCustomer())
  await mintTokens(client, "admin")
  await backdate(client, payment_id)
}

/** Makes all consents to a client older than the payment, in the same order. */
const backdate = ({ client_id }: Pick<Buyer, "client_id">, payment_id: string) =>
  sql(
    `update gw_oauth_grant g set created_at = p.created_at - interval '1 hour' + (g.created_at - p.created_at) / 1000
       from gw_payment p where p.id = $2 and g.client_id = $1`,
    [client_id, payment_id]
  )

/** Removes the consents of a person of the seeded store to a client. */
const removeConsent = ({ client_id }: Pick<Buyer, "client_id">, person: "admin" | "customer") =>
  sql(
    `delete from gw_oauth_grant where client_id = $1 and actor_id in (
       select id from customer where email = $2 union select id from "user" where email = $2)`,
    [client_id, loginOf(person).email]
  )

/** Writes a shipped fulfillment with a label, as Medusa stores it. */
async function fulfillmentOf(order_id: string, name: string, canceled_at: Date | null): Promise<string> {
  const id = `ful_${name}_${order_id}`
  await sql(
    `insert into fulfillment (id, location_id, requires_shipping, shipped_at, canceled_at)
     values ($1, 'sloc_evidence', true, now(), $2)`,
    [id, canceled_at]
  )
  await sql(
    `insert into fulfillment_label (id, fulfillment_id, tracking_number, tracking_url, label_url)
     values ('fulla_' || $1, $1, 'TRACK-1', 'https://carrier.example/TRACK-1', '')`,
    [id]
  )
  await sql("insert into order_fulfillment (id, order_id, fulfillment_id) values ('ordful_' || $2, $1, $2)", [
    order_id,
    id,
  ])
  return id
}
