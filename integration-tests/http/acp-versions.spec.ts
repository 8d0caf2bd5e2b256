import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, BERLIN, SUPPORTED, messageCodes } from "../support/acp"
import { closeAcpShop, openAcpShop } from "../support/shop"

let item: string

beforeAll(async () => {
  ;({ item } = await openAcpShop("Cross-staff"))
})

afterAll(closeAcpShop)

/** The agent checks each answer against the closed schemas of its version. */
async function agentOf(version: AcpAgent["version"]): Promise<AcpAgent> {
  const agent = await AcpAgent.of()
  agent.version = version
  return agent
}

const AT_WORK = { fulfillment_details: { name: "Ana Pop", address: { ...BERLIN, company: "Pop SRL" } } }

describe.each(SUPPORTED)("a purchase in %s", (version) => {
  it("has the members of its version, from the first message to the paid order [ACP-39]", async () => {
    const agent = await agentOf(version)
    const begun = await agent.session(agent.create([[item, 1]]), 201)
    expect([begun, begun.status]).toMatchObject([{ protocol: { version } }, "incomplete"])
    expect(messageCodes(begun)).toContain("error missing $.buyer.email")
    const { id } = await agent.ready([[item, 1]], AT_WORK)
    const escalated = await agent.session(agent.complete(id))
    const paid = await agent.authenticateBuyer(escalated, "completed")
    expect(paid.order).toMatchObject({ checkout_session_id: id, status: "confirmed" })
    expect(await agent.read(id)).toEqual(paid)
  })

  it("is rejected with an error of its version [ACP-39]", async () => {
    const agent = await agentOf(version)
    const { status, body } = await agent.create([[item, -1]])
    expect([status, body.code]).toEqual([400, "invalid_params"])
    expect((await agent.send("/checkout_sessions/cs_none", { method: "GET" })).status).toBe(404)
  })
})

describe("a session that both versions read", () => {
  it("has in 2026-01-30 none of the members that only 2026-04-17 has [ACP-39]", async () => {
    const agent = await agentOf("2026-04-17")
    const { id } = await agent.ready([[item, 1]], AT_WORK)
    const newer = await agent.authenticateBuyer(await agent.session(agent.complete(id)), "completed")
    agent.version = "2026-01-30"
    const { order, ...older } = await agent.read(id)
    expect(order).toEqual({
      id: newer.order?.id,
      checkout_session_id: id,
      order_number: newer.order?.id,
      permalink_url: newer.order?.permalink_url,
      status: "confirmed",
    })
    expect(newer.order?.line_items).toHaveLength(1)
    expect([newer.fulfillment_details?.address.company, older.fulfillment_details?.address.company]).toEqual([
      "Pop SRL",
      undefined,
    ])
    expect([newer, older].map(({ totals }) => totals)).toEqual([newer.totals, newer.totals])
    const [handlers, earlier] = [newer, older].map(({ capabilities }) => capabilities.payment.handlers[0])
    expect(handlers).toHaveProperty("display_name")
    expect(earlier).not.toHaveProperty("display_name")
  })
})
