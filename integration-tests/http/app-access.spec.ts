import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { App, callApp, told } from "../support/app"
import { sql } from "../support/database"
import { adminPost } from "../support/merchant"
import { obtainTokens, registerClient, switchSurfaces } from "../support/oauth-client"
import { AS_NEW, changeSettings, earlyInTheMinute, otherHours, refusalsOf, setRules } from "../support/policy"
import { type NewCustomer, newCustomer } from "../support/privacy"

let ana: NewCustomer

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, app_enabled: true })
  ana = await newCustomer()
})
afterEach(() => changeSettings(AS_NEW))
afterAll(() => switchSurfaces({ ucp_enabled: false, app_enabled: false }))

/** Every address with the one scope that opens it, and what it answers who has it. */
const ROUTES = [
  ["GET", "/payments", "app:payments:read", 200],
  ["GET", "/payments/pay_none", "app:payments:read", 404],
  ["POST", "/orders/order_none/payments", "app:payments:create", 404],
  ["GET", "/cards", "app:cards:manage", 200],
  ["DELETE", "/cards/card_none", "app:cards:manage", 404],
  ["GET", "/consents", "app:consents:manage", 200],
  ["DELETE", "/consents/grant_none", "app:consents:manage", 404],
] as const

describe("the surface of the shopper's own app", () => {
  it.each(ROUTES)(
    "opens %s %s to the scope %s, and to no other [APP-12]",
    async (method, path, scope, status) => {
      const scopes = new Set(ROUTES.map(([, , one]) => one))
      for (const held of scopes) {
        const answer = await (await App.of(ana, held)).send(method, path)
        if (held === scope) {
          expect(answer.status).toBe(status)
          continue
        }
        expect([answer.status, answer.body]).toEqual([
          403,
          told("scope_denied", 403, { required_scope: scope }),
        ])
        expect(answer.headers.get("www-authenticate")).toContain(`scope="${scope}"`)
      }
    }
  )

  it.each(ROUTES)(
    "refuses %s %s without a token of its own, and tells where one is had [APP-12]",
    async (method, path) => {
      for (const token of [undefined, "gwa_unknown"]) {
        const { status, headers, body } = await callApp(method, path, token)
        const more = token ? { reason: "invalid_token" } : {}
        expect([status, body]).toEqual([401, told("unauthorized", 401, more)])
        expect(headers.get("www-authenticate")).toContain("/.well-known/oauth-protected-resource/gw-app/v1")
      }
    }
  )

  it.each(["a2a", "ucp", "acp"])("refuses a token of %s [APP-12]", async (flavor) => {
    await switchSurfaces({ acp_enabled: true })
    const client = await registerClient({ client_type: `${flavor}_agent` })
    const { access_token } = await obtainTokens(client, flavor === "a2a" ? "admin" : ana)
    await switchSurfaces({ acp_enabled: false })
    expect((await callApp("GET", "/payments", access_token)).status).toBe(401)
  })

  it("refuses a token that is bound to a member of the staff, as the sandbox credential is [APP-12]", async () => {
    const app = await App.of(ana)
    const { client_id } = app.client
    await sql("update gw_oauth_grant set actor_type = 'user' where client_id = $1", [client_id])
    for (const [method, path] of ROUTES) {
      const { status, body } = await app.send(method, path)
      expect([path, status, body]).toEqual([path, 401, told("unauthorized", 401, { reason: "no_customer" })])
    }
    expect(await refusalsOf(client_id)).toEqual({ unauthorized: ROUTES.length })
  })

  it("keeps a client's own addresses and hours, and counts who is refused [APP-12]", async () => {
    const app = await App.of(ana)
    const { client_id } = app.client
    await setRules(client_id, { ip_allow: ["203.0.113.0/24"] })
    expect((await app.send("GET", "/payments")).body).toEqual(told("ip_not_allowed", 403))
    await setRules(client_id, { ip_allow: null, hours: otherHours() })
    expect((await app.send("GET", "/payments")).body).toEqual(told("outside_hours", 403))
    expect(await refusalsOf(client_id)).toEqual({ ip_not_allowed: 1, outside_hours: 1 })
  })

  it("answers 429 with Retry-After to the call that is one too many [APP-12]", async () => {
    const app = await App.of(ana)
    await setRules(app.client.client_id, { limits: { minute: 3 } })
    await earlyInTheMinute()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => app.send("GET", "/cards")))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: "rate_limited",
      data: { status: 429, window: "minute", limit: 3 },
    })
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0)
  })

  it("refuses the app the merchant has revoked, at once [APP-12]", async () => {
    const app = await App.of(ana)
    expect((await app.send("GET", "/payments")).status).toBe(200)
    await adminPost(`/admin/agentic-commerce/clients/${app.client.client_id}/revoke`, { reason: "test" })
    const { status, body } = await app.send("GET", "/payments")
    expect([status, body]).toEqual([401, told("a2a_client_revoked", 401)])
  })

  it("answers nothing while it is off, and each of its addresses again when it is on [SRV-15, ADM-22]", async () => {
    const app = await App.of(ana)
    await switchSurfaces({ app_enabled: false })
    for (const [method, path] of ROUTES) {
      const { status, headers, body } = await app.send(method, path)
      expect([path, status, body]).toEqual([path, 503, told("surface_disabled", 503)])
      expect(headers.get("retry-after")).toBe("3600")
    }
    await switchSurfaces({ app_enabled: true })
    expect((await app.send("GET", "/payments")).status).toBe(200)
  })

  it("tells another method, and an address without a route, in its own words [ERR-14]", async () => {
    const app = await App.of(ana)
    const wrong = await app.send("PUT", "/payments")
    expect([wrong.status, wrong.headers.get("allow"), wrong.body]).toMatchObject([
      405,
      "GET",
      { code: "method_not_allowed" },
    ])
    expect((await app.send("GET", "/nothing")).body).toMatchObject({
      code: "not_found",
      data: { status: 404 },
    })
  })
})
