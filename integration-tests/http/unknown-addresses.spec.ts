import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { switchSurfaces } from "../support/oauth-client"
import { world } from "../support/world"

const at = (path: string, method: string) => fetch(`${world().base_url}${path}`, { method })

/** Sends broken JSON with any method. fetch does not allow a body with some methods. */
function brokenAt(path: string, method: string): Promise<{ status?: number; allow?: string; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": 1 }
    const sent = request(`${world().base_url}${path}`, { method, headers }, (answer) => {
      const { statusCode: status, headers: responseHeaders } = answer
      let text = ""
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece))
      answer.on("end", () => resolve({ status, allow: responseHeaders.allow, text })).on("error", reject)
    })
    sent.on("error", reject).end("{")
  })
}

beforeAll(() =>
  switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true })
)
afterAll(() => switchSurfaces({ ucp_enabled: false, acp_enabled: false, app_enabled: false }))

describe("a path of the gateway without a route", () => {
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
    ["/gw-app/v1/nothing", "app"],
    ["/gw-acp", "acp"],
    ["/gw-acp/v1/nothing", "acp"],
  ] as const)(
    "%s answers 404 in the error format of %s, whatever the method [ERR-14]",
    async (path, surface) => {
      const envelopes = {
        a2a: { jsonrpc: "2.0", error: { code: -32601, data: { code: "not_found" } } },
        ucp: { code: "not_found", data: { status: 404 }, ucp: { status: "error" } },
        acp: { type: "invalid_request", code: "not_found" },
        oauth: { error: "invalid_request" },
        bank: { error: { code: "not_found" } },
        app: { code: "not_found", data: { status: 404 } },
      }
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        const response = await at(path, method)
        expect([method, response.status]).toEqual([method, 404])
        expect(await response.json()).toMatchObject(envelopes[surface])
      }
    }
  )

  it.each([
    ["/gw-a2a/v1/rpc", "PUT", "POST"],
    ["/gw-a2a/v1/agent-card", "POST", "GET"],
    ["/gw-ucp/oauth/v1/token", "GET", "POST"],
    ["/gw-ucp/oauth/v1/authorize", "DELETE", "GET, POST"],
    ["/gw-bank/v1/ipn", "GET", "POST"],
    ["/.well-known/agent-card.json", "POST", "GET"],
    ["/.well-known/ucp", "DELETE", "GET"],
    ["/gw-ucp/v1/negotiate", "GET", "POST"],
    ["/gw-app/v1/payments", "POST", "GET"],
    ["/gw-acp/v1/checkout_sessions", "GET", "POST"],
  ])("%s answers %s with 405 and allows %s [ERR-14]", async (path, method, allow) => {
    const response = await at(path, method)
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow])
    expect(response.headers.get("content-type")).toContain("application/json")
  })
})

describe("broken JSON where no body is expected", () => {
  const DOCUMENTS = [
    "/.well-known/agent-card.json",
    "/.well-known/ucp",
    "/.well-known/ucp.json",
    "/.well-known/ucp/2026-04-08",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/gw-a2a/v1",
  ]

  it.each(DOCUMENTS)("is rejected at %s because of the method, not the body [ERR-14]", async (path) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { status, allow, text } = await brokenAt(path, method)
      expect([method, status, allow]).toEqual([method, 405, "GET"])
      expect(JSON.parse(text)).not.toHaveProperty("type")
    }
  })

  it.each(DOCUMENTS)("is ignored by GET, HEAD and OPTIONS of %s [ERR-14]", async (path) => {
    expect((await brokenAt(path, "GET")).status).toBe(200)
    expect((await brokenAt(path, "HEAD")).status).toBe(200)
    expect((await brokenAt(path, "OPTIONS")).status).toBe(204)
  })

  it.each([
    ["/gw-a2a/v1/agent-card", 401],
    ["/gw-a2a/v1/jwks.json", 200],
    ["/gw-a2a/v1/nothing", 404],
    ["/gw-ucp/v1/products", 401],
    ["/gw-ucp/v1/discovery", 200],
    ["/gw-bank/v1/jwks.json", 200],
    ["/gw-acp/v1/nothing", 404],
  ])("is ignored by GET of %s, which answers %i as usual [ERR-14]", async (path, expected) => {
    expect((await brokenAt(path, "GET")).status).toBe(expected)
    expect((await brokenAt(path, "HEAD")).status).toBe(expected)
    expect((await brokenAt(path, "OPTIONS")).status).not.toBe(400)
  })
})
