import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent } from "../support/acp"
import { switchSurfaces } from "../support/oauth-client"
import { AS_NEW, changeSettings } from "../support/policy"
import { world } from "../support/world"

const PAGE = "https://agent.example"
const at = (path: string, init?: RequestInit) => fetch(`${world().base_url}${path}`, init)

const asks = (path: string, origin = PAGE, headers = "authorization,content-type") =>
  at(path, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": headers,
    },
  })

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true }))
afterAll(async () => {
  await changeSettings(AS_NEW)
  await switchSurfaces({ ucp_enabled: false, acp_enabled: false })
})

describe("a web page of another origin", () => {
  it("may call nothing until the merchant adds its origin", async () => {
    await changeSettings({ cors_origins: [] })
    const answer = await asks("/gw-a2a/v1/rpc")
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([405, null])
    const called = await at("/gw-a2a/v1/rpc", { method: "POST", headers: { origin: PAGE }, body: "{}" })
    expect(called.headers.get("access-control-allow-origin")).toBeNull()
  })

  it.each([
    "/gw-a2a/v1/rpc",
    "/gw-a2a/v1/mcp",
    "/gw-acp/v1/mcp",
    "/gw-ucp/v1/mcp",
    "/gw-ucp/v1/negotiate",
    "/gw-ucp/oauth/v1/token",
    "/gw-ucp/oauth/v1/par",
    "/gw-ucp/oauth/v1/register",
  ])("may send a preflight to %s and call it once its origin is added, and may read errors", async (path) => {
    await changeSettings({ cors_origins: [PAGE] })
    const answer = await asks(path)
    expect(answer.status).toBe(204)
    expect(answer.headers.get("access-control-allow-origin")).toBe(PAGE)
    expect(answer.headers.get("access-control-allow-methods")).toBe("POST")
    expect(answer.headers.get("access-control-allow-headers")).toBe("authorization,content-type")
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull()
    const called = await at(path, { method: "POST", headers: { origin: PAGE }, body: "{}" })
    expect(called.headers.get("access-control-allow-origin")).toBe(PAGE)
    expect(called.headers.get("vary")).toContain("Origin")
    expect(called.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate")
  })

  it("may send and read the ACP headers: version, idempotency key, request id and replay header [ACP-35]", async () => {
    await changeSettings({ cors_origins: [PAGE] })
    const sent = "api-version,authorization,content-type,idempotency-key,request-id"
    const answer = await asks("/gw-acp/v1/checkout_sessions", PAGE, sent)
    expect([answer.status, answer.headers.get("access-control-allow-headers")]).toEqual([204, sent])
    const agent = await AcpAgent.of()
    const headers = { origin: PAGE, "idempotency-key": "cors", "request-id": "req_cors" }
    const body = { currency: "eur", capabilities: {}, line_items: [{ id: "variant_nothing" }] }
    const send = () => agent.send("/checkout_sessions", { body, headers })
    const answers = [await send(), await send()]
    const exposedNames = ["idempotency-key", "idempotent-replayed", "request-id"]
    expect(answers.map((answer) => exposedNames.map((name) => answer.headers.get(name)))).toEqual([
      ["cors", null, "req_cors"],
      ["cors", "true", "req_cors"],
    ])
    for (const answer of answers) {
      expect(answer.headers.get("access-control-allow-origin")).toBe(PAGE)
      const exposed = answer.headers.get("access-control-expose-headers")?.toLowerCase().split(", ")
      expect(exposed).toEqual(expect.arrayContaining([...exposedNames, "retry-after", "www-authenticate"]))
    }
  })

  it.each([
    "https://agent.example.evil.example",
    "http://agent.example",
    "https://agent.example:8443",
    "null",
  ])("may not call from %s although another origin is added", async (origin) => {
    await changeSettings({ cors_origins: [PAGE] })
    expect((await asks("/gw-a2a/v1/rpc", origin)).headers.get("access-control-allow-origin")).toBeNull()
  })

  it.each([
    "/gw-ucp/oauth/v1/authorize",
    "/gw-ucp/oauth/v1/introspect",
    "/gw-ucp/oauth/v1/revoke",
    "/gw-ucp/oauth/v1/interaction/gwi_1",
    "/gw-ucp/oauth/v1/interaction/gwi_1/login",
    "/gw-bank/v1/ipn",
  ])("never reaches %s, whether its origin is added or not [OAUTH-39]", async (path) => {
    await changeSettings({ cors_origins: [PAGE] })
    const answer = await asks(path)
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([405, null])
    const called = await at(path, { method: "POST", headers: { origin: PAGE }, body: new URLSearchParams() })
    expect(called.headers.get("access-control-allow-origin")).toBeNull()
  })

  it.each([
    "/.well-known/agent-card.json",
    "/.well-known/ucp",
    "/.well-known/ucp.json",
    "/.well-known/acp.json",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/gw-a2a/v1",
  ])("may always read %s", async (path) => {
    await changeSettings({ cors_origins: [] })
    expect((await asks(path)).headers.get("access-control-allow-origin")).toBe("*")
    const read = await at(path, { headers: { origin: PAGE } })
    expect([read.status, read.headers.get("access-control-allow-origin")]).toEqual([200, "*"])
  })
})
