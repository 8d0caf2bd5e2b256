import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { sql } from "../support/database"
import { adminFetch, adminGet } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"
import { storeLog } from "../support/store-log"

const FRESH = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
const idOf = ({ headers }: { headers: Headers }) => headers.get("x-request-id")
const ask = (path: string, headers: Record<string, string> = {}, init = {}) =>
  fetch(`${world().base_url}${path}`, { headers, redirect: "manual", ...init })

interface Entry {
  readonly count: number
  readonly detail: Record<string, unknown>
}

describe("a request id", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true })
    agent = await Agent.withScopes("a2a:payments:read")
  })
  afterAll(() => switchSurfaces({ ucp_enabled: false }))

  it.each([
    "/gw-a2a/v1/agent-card",
    "/gw-a2a/v1/nowhere",
    "/gw-ucp/v1/discovery",
    "/gw-ucp/v1/carts",
    "/gw-ucp/oauth/v1/authorize",
    "/gw-ucp/oauth/v1/token",
    "/gw-bank/v1/ipn",
    "/gw-bank/v1/go/none",
    "/gw-metrics",
    "/.well-known/agent-card.json",
    "/admin/agentic-commerce/settings",
    "/admin/agentic-commerce/clients/none",
  ])("is in each answer of %s: the caller's, or a new one", async (path) => {
    const id = `test:${randomUUID()}`
    const call = path.startsWith("/admin")
      ? (headers: Record<string, string>) => adminFetch(path, { headers })
      : (headers: Record<string, string>) => ask(path, headers)
    expect(idOf(await call({ "x-request-id": id }))).toBe(id)
    expect(idOf(await call({}))).toMatch(FRESH)
  })

  it("is UCP's `Request-Id` when the caller sends both headers", async () => {
    const { headers } = await ask("/gw-ucp/v1/discovery", { "request-id": "one", "x-request-id": "two" })
    expect([headers.get("request-id"), headers.get("x-request-id")]).toEqual(["one", "one"])
  })

  it.each(["", "two words", "x".repeat(129), "<b>", 'a"b', "a%0ab", "a;b", "é"])(
    "is replaced when the caller's is %j, which could be misread",
    async (id) => {
      const answer = await ask("/gw-a2a/v1/agent-card", { "x-request-id": id })
      expect(idOf(answer)).toMatch(FRESH)
    }
  )

  it.each([undefined, "0.3", "1.0"])("is in the errors of A2A (version %s) [ADM-17]", async (version) => {
    const headers = { "x-request-id": "till-3", ...(version && { "a2a-version": version }) }
    const method = version === "1.0" ? "GetTask" : "tasks/get"
    const params = version ? { id: "task_none" } : { task_id: "task_none" }
    const { body } = await agent.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), { headers })
    const { data } = body.error as unknown as { data: Record<string, unknown> | { metadata: object }[] }
    const details = Array.isArray(data) ? data[0]?.metadata : data
    expect(details).toMatchObject({ code: "task_not_found", request_id: "till-3" })
  })

  it("is in the log of a server error [ADM-17]", async () => {
    const id = randomUUID()
    await sql("alter table gw_task rename to gw_task_away")
    try {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { task_id: "t" } })
      const { status } = await agent.post(body, { headers: { "x-request-id": id } })
      expect(status).toBe(500)
    } finally {
      await sql("alter table gw_task_away rename to gw_task")
    }
    expect((await storeLog()).join("\n")).toContain(`request ${id}: POST /gw-a2a/v1/rpc`)
  })

  it("is in the audit log for staff changes and for the last rejected call [ADM-17]", async () => {
    const id = randomUUID()
    for (const minute of [59, 60]) {
      const body = JSON.stringify({ a2a_limits: { minute } })
      const init = { method: "POST", headers: { "x-request-id": id }, body }
      expect((await adminFetch("/admin/agentic-commerce/settings", init)).status).toBe(200)
    }
    const audit = (query: string) =>
      adminGet<{ entries: Entry[] }>(`/admin/agentic-commerce/audit?${query}`).then(({ entries }) => entries)
    const [changed] = await audit("type=settings_changed&limit=1")
    expect(changed?.detail).toMatchObject({ a2a_limits: { minute: 60 }, request_id: id })
    const own = await Agent.withLimits("a2a:payments:create")
    const post = (request_id: string) =>
      own.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { task_id: "t" } }), {
        headers: { "x-request-id": request_id },
      })
    await post("first")
    await post("last")
    const refused = await audit(`type=call_refused&client_id=${own.client_id}`)
    expect(refused[0]?.detail).toEqual({ reason: "scope_denied", request_id: "last" })
    expect(refused.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    await expect(
      sql("update gw_audit set detail = '{}', count = count + 1 where type = 'call_refused'")
    ).rejects.toThrow("append-only")
  })

  it("is in the audit log for a client's revocation by staff", async () => {
    const doomed = await Agent.withLimits("a2a:payments:read")
    const path = `/admin/agentic-commerce/clients/${doomed.client_id}/revoke`
    const headers = { "x-request-id": "revoking" }
    expect((await adminFetch(path, { method: "POST", headers, body: '{"reason":"test"}' })).status).toBe(200)
    const { entries } = await adminGet<{ entries: Entry[] }>(
      `/admin/agentic-commerce/audit?type=client_revoked&client_id=${doomed.client_id}`
    )
    expect(entries.map(({ detail }) => detail)).toEqual([{ revoked_reason: "test", request_id: "revoking" }])
  })
})
