import { afterAll, beforeAll, expect, it } from "vitest"
import { AcpAgent, CAPABLE, amountOf, messageCodes } from "../support/acp"
import { closeCatalog, openCatalog } from "../support/catalog"
import { expectGivenOnce, fullDiscount } from "../support/free"
import { switchSurfaces } from "../support/oauth-client"
import { withdraw } from "../support/promotions"
import { limited } from "../support/purchases"
import { world } from "../support/world"

let agent: AcpAgent
let item: string
let coupons: string[]

beforeAll(async () => {
  const catalog = await openCatalog()
  await switchSurfaces({ acp_enabled: true })
  item = await limited(catalog, 1000, "Free chronometer")
  agent = await AcpAgent.of()
  coupons = await fullDiscount()
})
afterAll(async () => {
  await withdraw()
  await switchSurfaces({ acp_enabled: false })
  await closeCatalog()
})

const complete = (id: string, body: object = {}, headers = {}) =>
  agent.send(`/checkout_sessions/${id}/complete`, { body, headers })

it("a session with a total of 0 completes without a payment, by an agent that cannot handle customer authentication [ACP-31]", async () => {
  const ready = await agent.ready([[item, 2]], { coupons, capabilities: {} })
  expect([ready.status, amountOf(ready, "total"), messageCodes(ready)]).toEqual(["ready_for_payment", 0, []])
  const headers = { "idempotency-key": `free-${ready.id}` }
  const done = await agent.session(complete(ready.id, {}, headers))
  expect([done.status, done.continue_url, messageCodes(done)]).toEqual(["completed", undefined, []])
  await expectGivenOnce(ready.id, String(done.order?.id), 2)
  expect(await agent.session(complete(ready.id, {}, headers))).toEqual(done)
  expect((await complete(ready.id)).status).toBe(409)
  const page = await (await fetch(String(done.order?.permalink_url))).text()
  expect(page).toContain("Nothing was due.")
  expect(new URL(String(done.order?.permalink_url)).origin).toBe(new URL(world().base_url).origin)
})

it("a session with a total of 0 also completes with payment data", async () => {
  const { id } = await agent.ready([[item, 1]], { coupons })
  const { order } = await agent.session(agent.complete(id))
  await expectGivenOnce(id, String(order?.id), 1)
})

it("a session requires no customer authentication while its total is 0", async () => {
  const { id, ...ready } = await agent.ready([[item, 1]], { coupons, capabilities: CAPABLE })
  expect(ready.capabilities.interventions).toMatchObject({ required: [] })
  const dear = await agent.session(agent.update(id, { coupons: [] }))
  expect(dear.capabilities.interventions).toMatchObject({ required: ["3ds"] })
})

it("a session with a positive total requires payment data and starts no payment without it [ACP-31]", async () => {
  const { id } = await agent.ready([[item, 1]])
  const { status, body } = await complete(id)
  expect([status, body]).toMatchObject([400, { code: "invalid_params", param: "$.payment_data" }])
  expect((await agent.read(id)).status).toBe("ready_for_payment")
})

it("a session with a total of 0 reports missing requirements like any other session", async () => {
  const begun = await agent.session(agent.create([[item, 1]], { coupons }), 201)
  expect([begun.status, messageCodes(begun)]).toEqual([
    "incomplete",
    ["error missing $.buyer.email", "error missing $.fulfillment_details"],
  ])
  expect((await agent.session(complete(begun.id))).status).toBe("incomplete")
})
