import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, paymentFor } from "../support/acp"
import { Agent } from "../support/agent"
import { Buyer } from "../support/buyer"
import { fullDiscount } from "../support/free"
import { runJob } from "../support/jobs"
import { callMethod } from "../support/mcp"
import { adminGet } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { NO_BANK } from "../../demo/environment"
import { storeLog } from "../support/store-log"
import { Storefront } from "../support/storefront"
import { world } from "../support/world"

inOwnWorld(NO_BANK)

const READING = ["query_payment_status", "list_payments"]
const SKILLS = {
  create_payment: { amount: 1500, currency: "EUR" },
  capture_payment: { payment_id: "pay_1" },
  refund_payment: { payment_id: "pay_1" },
  tokenize_card: { customer_reference: "customer-7", currency: "EUR" },
  recurrent_charge: { token_id: "card_1", amount: 1500, currency: "EUR" },
}
const JOBS = [
  "catch-up-events",
  "reconcile-payments",
  "reconcile-cards",
  "end-interrupted",
  "settle-leftovers",
]

let agent: Agent
let buyer: Buyer
let acp: AcpAgent
let item: string

beforeAll(async () => {
  ;({ item, agent: acp } = await openAcpShop("Hourglass"))
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes(
    ...["create", "read", "capture", "refund", "tokenize"].map((scope) => `a2a:payments:${scope}`)
  )
  buyer = await Buyer.forGuests()
})
afterAll(closeAcpShop)

const read = async (path: string) => fetch(`${world().base_url}${path}`)
const json = async <Body>(path: string) => (await (await read(path)).json()) as Body

describe("a store without a bank", () => {
  it("boots without the bank's payment provider, and its storefront sells [ROUTE-01]", async () => {
    const shop = new Storefront()
    const cart = await shop.fillCart()
    await shop.startPayment(cart.id, {}, "pp_system_default")
    expect(await shop.complete(cart.id)).toMatchObject({ status: 200, type: "order" })
  })

  it("runs the jobs of the bank without an error [ROUTE-01]", async () => {
    for (const job of JOBS) await runJob(job)
    expect((await storeLog()).filter((line) => /error|bank calls/i.test(line))).toEqual([])
  })

  it("has no keys for a bank, and accepts no notification", async () => {
    expect((await read("/gw-bank/v1/jwks.json")).status).toBe(404)
    const sent = await fetch(`${world().base_url}/gw-bank/v1/ipn`, { method: "POST", body: "{}" })
    expect([sent.status, await sent.json()]).toMatchObject([404, { error: { code: "not_found" } }])
  })

  it("announces only the skills that read, on the card, in the list and as tools [ROUTE-02]", async () => {
    const { skills } = await json<{ skills: { id: string }[] }>("/.well-known/agent-card.json")
    expect(skills.map(({ id }) => id)).toEqual(READING)
    const listed = await agent.call<{ skills: { skill_id: string }[] }>("agent/listSkills")
    expect(listed.body.result.skills.map(({ skill_id }) => skill_id)).toEqual(READING)
    const setting = { token: agent.access_token, path: "/gw-a2a/v1/mcp" }
    const { tools } = (await callMethod("tools/list", {}, setting)).body.result ?? {}
    expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([
      ...READING,
      "get_task",
      "cancel_task",
    ])
  })

  it.each(Object.entries(SKILLS))("refuses %s and opens no task [ROUTE-02]", async (skill, input) => {
    const { body } = await agent.send(skill, input)
    expect(body.error).toMatchObject({
      code: -32030,
      message: expect.stringContaining("no bank") as string,
      data: { code: "no_payment_route", skill_id: skill },
    })
  })

  it("still answers the skills that read [ROUTE-02]", async () => {
    expect((await agent.send("list_payments", {})).body.result).toMatchObject({ state: "completed" })
  })

  it("has no payment handler over UCP, and refuses to complete a checkout that costs something [ROUTE-03]", async () => {
    const { ucp } = await json<{ ucp: { payment_handlers: object } }>("/.well-known/ucp")
    expect(ucp.payment_handlers).toEqual({})
    const checkout = await buyer.ready([[item, 1]])
    expect([checkout.status, checkout.ucp.payment_handlers]).toEqual(["ready_for_complete", {}])
    expect(await buyer.complete(checkout.id)).toMatchObject({
      status: 422,
      body: { code: "no_payment_route" },
    })
    expect((await buyer.read(checkout.id)).status).toBe("ready_for_complete")
  })

  it("places the order of a UCP checkout that costs nothing [ROUTE-03]", async () => {
    const { id } = await buyer.ready([[item, 1]], { discounts: { codes: await fullDiscount() } })
    const done = await buyer.checkout(buyer.send(`/checkout-sessions/${id}/complete`))
    expect([done.status, done.order?.id]).toEqual(["completed", expect.any(String)])
  })

  it("has no payment handler over ACP, and refuses to complete a session [ROUTE-03]", async () => {
    const session = await acp.ready([[item, 1]])
    expect(session.capabilities.payment.handlers).toEqual([])
    const answer = await acp.send(`/checkout_sessions/${session.id}/complete`, {
      body: paymentFor(session.id),
    })
    expect(answer).toMatchObject({ status: 422, body: { code: "no_payment_route" } })
  })

  it("says in the checklist that agents cannot pay, and checks nothing at a bank [ROUTE-04]", async () => {
    const { items } = await adminGet<{ items: { id: string; state: string; findings: object[] }[] }>(
      "/admin/agentic-commerce/checklist"
    )
    expect(items.map(({ id }) => id)).toEqual([
      "base_url",
      "payment_routes",
      "surfaces",
      "catalog",
      "first_agent",
    ])
    expect(items[1]).toMatchObject({ state: "todo", findings: [{ code: "none" }] })
    // How agents pay in the regions is said once, by the routes.
    expect(items[3]).toMatchObject({ id: "catalog", findings: [{ code: "products" }] })
  })
})
