import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { App, callApp, errorBody } from "../support/app"
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

/** Every route with the one scope that opens it, and the status of its answer to a token with that scope. */
const ROUTES = [
  ["GET", "/payments", "app:payments:read", 200],
  ["GET", "/payments/pay_none", "app:payments:read", 404],
  ["POST", "/orders/order_none/payments", "app:payments:create", 404],
  ["GET", "/cards", "app:cards:manage", 200],
  ["DELETE", "/cards/card_none", "app:cards:manage", 404],
  ["GET", "/consents", "app:consents:manage", 200],
  ["DELETE", "/consents/grant_none", "app:consents:manage", 404],
] as const

describe("the customer app surface", () => {
  it.each(ROUTES)(
    "opens %s %s to the scope %s and to no other [APP-12]",
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
          errorBody("scope_denied", 403, { required_scope: scope }),
        ])
        expect(answer.headers.get("www-authenticate")).toContain(`scope="${scope}"`)
      }
    }
  )

  it.each(ROUTES)(
    "rejects %s %s without a valid token and names the resource metadata [APP-12]",
    async (method, path) => {
      for (const token of [undefined, "gwa_unknown"]) {
        const { status, headers, body } = await callApp(method, path, token)
        const more = token ? { reason: "invalid_token" } : {}
        expect([status, body]).toEqual([401, errorBody("unauthorized", 401, more)])
        expect(headers.get("www-authenticate")).toContain("/.well-known/oauth-protected-resource/gw-app/v1")
      }
    }
  )

  it.each(["a2a", "ucp", "acp"])("rejects a token of %s [APP-12]", async (flavor) => {
    await switchSurfaces({ acp_enabled: true })
    const client = await registerClient({ client_type: `${flavor}_agent` })
    const { access_token } = await obtainTokens(client, flavor === "a2a" ? "admin" : ana)
    await switchSurfaces({ acp_enabled: false })
    expect((await callApp("GET", "/payments", access_token)).status).toBe(401)
  })

  it("rejects a token bound to a staff member, such as the sandbox credential [APP-12]", async () => {
    const app = await App.of(ana)
    const { client_id } = app.client
    await sql("update gw_oauth_grant set actor_type = 'user' where client_id = $1", [client_id])
    for (const [method, path] of ROUTES) {
      const { status, body } = await app.send(method, path)
      expect([path, status, body]).toEqual([
        path,
        401,
        errorBody("unauthorized", 401, { reason: "no_customer" }),
      ])
    }
    expect(await refusalsOf(client_id)).toEqual({ unauthorized: ROUTES.length })
  })

  it("applies a client's allowed IP addresses and access schedule, and counts the rejections [APP-12]", async () => {
    const app = await App.of(ana)
    const { client_id } = app.client
    await setRules(client_id, { ip_allow: ["203.0.113.0/24"] })
    expect((await app.send("GET", "/payments")).body).toEqual(errorBody("ip_not_allowed", 403))
    await setRules(client_id, { ip_allow: null, hours: otherHours() })
    expect((await app.send("GET", "/payments")).body).toEqual(errorBody("outside_hours", 403))
    expect(await refusalsOf(client_id)).toEqual({ ip_not_allowed: 1, outside_hours: 1 })
  })

  it("answers 429 with Retry-After to each call over the limit [APP-12]", async () => {
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

  it("rejects a revoked app at once [APP-12]", async () => {
    const app = await App.of(ana)
    expect((await app.send("GET", "/payments")).status).toBe(200)
    await adminPost(`/admin/agentic-commerce/clients/${app.client.client_id}/revoke`, { reason: "test" })
    const { status, body } = await app.send("GET", "/payments")
    expect([status, body]).toEqual([401, errorBody("a2a_client_revoked", 401)])
  })

  it("answers 503 on every route while it is off, and works again when it is on [SRV-15, ADM-22]", async () => {
    const app = await App.of(ana)
    await switchSurfaces({ app_enabled: false })
    for (const [method, path] of ROUTES) {
      const { status, headers, body } = await app.send(method, path)
      expect([path, status, body]).toEqual([path, 503, errorBody("surface_disabled", 503)])
      expect(headers.get("retry-after")).toBe("3600")
    }
    await switchSurfaces({ app_enabled: true })
    expect((await app.send("GET", "/payments")).status).toBe(200)
  })

  it("answers an unsupported method and an unknown path in its own error format [ERR-14]", async () => {
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
