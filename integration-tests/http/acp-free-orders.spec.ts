import { afterAll, beforeAll, expect, it } from "vitest"
import { AcpAgent, CAPABLE, amountOf, told } from "../support/acp"
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

it("a session for which nothing is to be paid is completed without a payment, by an agent that can prove none [ACP-31]", async () => {
  const ready = await agent.ready([[item, 2]], { coupons, capabilities: {} })
  expect([ready.status, amountOf(ready, "total"), told(ready)]).toEqual(["ready_for_payment", 0, []])
  const headers = { "idempotency-key": `free-${ready.id}` }
  const done = await agent.session(complete(ready.id, {}, headers))
  expect([done.status, done.continue_url, told(done)]).toEqual(["completed", undefined, []])
  await expectGivenOnce(ready.id, String(done.order?.id), 2)
  expect(await agent.session(complete(ready.id, {}, headers))).toEqual(done)
  expect((await complete(ready.id)).status).toBe(409)
  const page = await (await fetch(String(done.order?.permalink_url))).text()
  expect(page).toContain("There was nothing to be paid.")
  expect(new URL(String(done.order?.permalink_url)).origin).toBe(new URL(world().base_url).origin)
})

it("it may name a payment all the same", async () => {
  const { id } = await agent.ready([[item, 1]], { coupons })
  const { order } = await agent.session(agent.complete(id))
  await expectGivenOnce(id, String(order?.id), 1)
})

it("no proof is required in it, as soon and as long as nothing is to be paid", async () => {
  const { id, ...ready } = await agent.ready([[item, 1]], { coupons, capabilities: CAPABLE })
  expect(ready.capabilities.interventions).toMatchObject({ required: [] })
  const dear = await agent.session(agent.update(id, { coupons: [] }))
  expect(dear.capabilities.interventions).toMatchObject({ required: ["3ds"] })
})

it("where something is to be paid, how is needed, and nothing is begun without [ACP-31]", async () => {
  const { id } = await agent.ready([[item, 1]])
  const { status, body } = await complete(id)
  expect([status, body]).toMatchObject([400, { code: "invalid_params", param: "$.payment_data" }])
  expect((await agent.read(id)).status).toBe("ready_for_payment")
})

it("a session that costs nothing lacks what others lack", async () => {
  const begun = await agent.session(agent.create([[item, 1]], { coupons }), 201)
  expect([begun.status, told(begun)]).toEqual([
    "incomplete",
    ["error missing $.buyer.email", "error missing $.fulfillment_details"],
  ])
  expect((await agent.session(complete(begun.id))).status).toBe("incomplete")
})
