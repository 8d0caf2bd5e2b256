import { beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { sql } from "../support/database"
import { adminFetch, adminPost } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { OfficialCaller, WIRES } from "../support/official"

const clients = "/admin/agentic-commerce/clients"
const code = async (agent: Agent) => {
  const { status, body } = await agent.call("agent/listSkills")
  return [status, body.error?.data.code]
}

beforeAll(() => switchSurfaces({ a2a_enabled: true }))

/** An open stream of a task that waits for its customer and would not end by itself. */
async function openStream(agent: Agent): Promise<Response> {
  const { task_id } = await agent.createPayment()
  const response = await agent.stream(task_id)
  expect(response.status).toBe(200)
  return response
}

const newAgent = () => Agent.withScopes("a2a:payments:read", "a2a:payments:create")

describe("a revoked client", () => {
  it("is rejected at its next call, and its open streams end [ERR-04]", async () => {
    const agent = await newAgent()
    const stream = await openStream(agent)
    expect(await code(agent)).toEqual([200, undefined])
    const response = await adminPost(`${clients}/${agent.client_id}/revoke`, { reason: "leaked its secret" })
    expect(await response.json()).toMatchObject({
      client: { status: "revoked", revoked_reason: "leaked its secret" },
    })
    expect(await code(agent)).toEqual([401, "a2a_client_revoked"])
    const ended = await stream.text()
    expect(ended).toContain('"state":"input-required"')
    expect(ended).not.toContain('"final":true')
  })

  it.each(["0.3", "1.0"] as const)(
    "also loses its open streams of the official protocol %s [ERR-04]",
    async (version) => {
      const agent = await newAgent()
      const caller = new OfficialCaller(agent, version)
      const { task_id: id } = await agent.createPayment()
      const stream = await caller.open(WIRES[version].subscribe, { id })
      expect([stream.status, stream.headers.get("content-type")]).toEqual([
        200,
        expect.stringContaining("text/event-stream"),
      ])
      await adminPost(`${clients}/${agent.client_id}/revoke`, { reason: "leaked its secret" })
      const streamed = await stream.text()
      expect(streamed).toContain(WIRES[version].state("input-required"))
      for (const end of ["completed", "failed", "canceled"])
        expect(streamed).not.toContain(`"${WIRES[version].state(end)}"`)
      expect((await caller.open(WIRES[version].subscribe, { id })).status).toBe(401)
    }
  )
})

describe("a revoked consent", () => {
  it("ends its tokens and streams [EVT-11]", async () => {
    const agent = await newAgent()
    const stream = await openStream(agent)
    const { grants } = (await (await adminFetch(`${clients}/${agent.client_id}/grants`)).json()) as {
      grants: { id: string; revoked_at: string | null }[]
    }
    expect(grants).toMatchObject([{ revoked_at: null }])
    const path = `${clients}/${agent.client_id}/grants/${grants[0]?.id}/revoke`
    expect((await adminPost(path, { reason: "no longer used" })).status).toBe(200)
    expect(await code(agent)).toEqual([401, "unauthorized"])
    expect(await stream.text()).not.toContain('"final":true')
  })
})

describe("an expired token", () => {
  it("ends the streams that were opened with it", async () => {
    const agent = await newAgent()
    const stream = await openStream(agent)
    await sql(
      `update gw_oauth_token set expires_at = now() where grant_id in
         (select id from gw_oauth_grant where client_id = $1)`,
      [agent.client_id]
    )
    expect(await stream.text()).not.toContain('"final":true')
  })
})
