import { describe, expect, it } from "vitest"
import { adminFetch } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { refusal } from "../support/ucp"
import { world } from "../support/world"

const at = (path: string, init?: RequestInit) => fetch(`${world().base_url}${path}`, init)

describe("a surface that is off", () => {
  it.each([
    ["POST", "/gw-a2a/v1/rpc"],
    ["GET", "/gw-a2a/v1/tasks/task_1/stream"],
    ["GET", "/gw-a2a/v1/nothing"],
  ])(
    "answers %s %s with 503 in the A2A error format, before it checks the token [SRV-11, SRV-14, SRV-15, ERR-07]",
    async (method, path) => {
      await switchSurfaces({ a2a_enabled: false })
      const response = await at(path, { method })
      expect(response.status).toBe(503)
      expect(response.headers.get("retry-after")).toBe("3600")
      expect(await response.json()).toMatchObject({
        jsonrpc: "2.0",
        id: null,
        error: { code: -32015, data: { code: "surface_disabled" } },
      })
      await switchSurfaces({ a2a_enabled: true })
    }
  )

  it("answers UCP paths with 503 and code, message and data.status [SRV-15, ERR-07, ERR-12, ERR-17]", async () => {
    await switchSurfaces({ ucp_enabled: false })
    const response = await at("/gw-ucp/v1/carts")
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual(refusal("surface_disabled", 503))
  })

  it("answers unknown UCP paths with 404 once it is on [ERR-12, ERR-14, ERR-17, SRV-11]", async () => {
    await switchSurfaces({ ucp_enabled: true })
    const response = await at("/gw-ucp/v1/nothing")
    expect([response.status, await response.json()]).toEqual([404, refusal("not_found", 404)])
    await switchSurfaces({ ucp_enabled: false })
  })

  it("leaves discovery documents, the notification endpoint and the store's keys reachable [SRV-16, SRV-17, SRV-18, OAUTH-27]", async () => {
    await switchSurfaces({ a2a_enabled: false, ucp_enabled: false })
    const paths = [
      "/.well-known/agent-card.json",
      "/.well-known/oauth-authorization-server",
      "/.well-known/oauth-protected-resource",
      "/.well-known/ucp",
      "/.well-known/ucp.json",
      "/gw-bank/v1/jwks.json",
    ]
    for (const path of paths) expect([path, (await at(path)).status]).toEqual([path, 200])
    expect((await at("/gw-bank/v1/ipn", { method: "POST", body: "{}" })).status).toBe(401)
    await switchSurfaces({ a2a_enabled: true })
  })
})

describe.each(["acp", "app"] as const)("the surface %s", (name) => {
  const address = `/gw-${name}/v1/nothing`

  it("has its own switch: other surfaces that are on do not open it [SRV-15, ERR-07, ADM-22]", async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true })
    expect((await at(address)).status).toBe(404)
    await switchSurfaces({ [`${name}_enabled`]: false })
    const response = await at(address)
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "3600"])
    expect(await response.text()).toContain("surface_disabled")
    await switchSurfaces({ ucp_enabled: false, acp_enabled: false, app_enabled: false })
  })
})

describe("the merchant's settings", () => {
  const settings = (body: unknown) =>
    adminFetch("/admin/agentic-commerce/settings", { method: "POST", body: JSON.stringify(body) })

  it("can be read and changed only by staff [SRV-13]", async () => {
    expect((await at("/admin/agentic-commerce/settings")).status).toBe(401)
    expect((await at("/admin/agentic-commerce/settings", { method: "POST", body: "{}" })).status).toBe(401)
    const response = await adminFetch("/admin/agentic-commerce/settings")
    expect(await response.json()).toMatchObject({
      settings: { a2a_enabled: true, ucp_enabled: false, acp_enabled: false, app_enabled: false },
    })
  })

  it.each([
    {},
    { a2a_enabled: "yes" },
    { a2a_enabled: true, mcp_enabled: true },
    { app_enabled: 1 },
    [],
    "on",
  ])("reject %j with 400", async (body) => {
    expect((await settings(body)).status).toBe(400)
  })
})
