import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

const at = (path: string, method: string) => fetch(`${world().base_url}${path}`, { method })

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))
afterAll(() => switchSurfaces({ ucp_enabled: false }))

describe("an address of ours without a route", () => {
  it.each([
    ["/gw-a2a", "a2a"],
    ["/gw-a2a/v1/nothing", "a2a"],
    ["/gw-a2a/v2/rpc", "a2a"],
    ["/gw-ucp", "ucp"],
    ["/gw-ucp/v1/nothing", "ucp"],
    ["/gw-ucp/catalog/v1/nothing", "ucp"],
    ["/gw-ucp/oauth", "oauth"],
    ["/gw-ucp/oauth/v1/nothing", "oauth"],
    ["/gw-bank/v1/nothing", "bank"],
    ["/gw-acp/v1/checkout_sessions", "ucp"],
    ["/gw-app/v1/payments", "ucp"],
  ] as const)("%s answers 404 as %s does, whatever the method [ERR-14]", async (path, surface) => {
    const envelopes = {
      a2a: { jsonrpc: "2.0", error: { code: -32601, data: { code: "not_found" } } },
      ucp: { code: "not_found", data: { status: 404 }, ucp: { status: "error" } },
      oauth: { error: "invalid_request" },
      bank: { error: { code: "not_found" } },
    }
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const response = await at(path, method)
      expect([method, response.status]).toEqual([method, 404])
      expect(await response.json()).toMatchObject(envelopes[surface])
    }
  })

  it.each([
    ["/gw-a2a/v1/rpc", "PUT", "POST"],
    ["/gw-a2a/v1/agent-card", "POST", "GET"],
    ["/gw-ucp/oauth/v1/token", "GET", "POST"],
    ["/gw-ucp/oauth/v1/authorize", "DELETE", "GET, POST"],
    ["/gw-bank/v1/ipn", "GET", "POST"],
    ["/.well-known/agent-card.json", "POST", "GET"],
    ["/.well-known/ucp", "DELETE", "GET"],
    ["/gw-ucp/v1/negotiate", "GET", "POST"],
  ])("%s answers %s with 405 and tells that it takes %s [ERR-14]", async (path, method, allow) => {
    const response = await at(path, method)
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow])
    expect(response.headers.get("content-type")).toContain("application/json")
  })
})
