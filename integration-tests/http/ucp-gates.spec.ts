import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { adminPost } from "../support/merchant"
import { obtainTokens, type PersonName, registerClient, switchSurfaces } from "../support/oauth-client"
import { AS_NEW, callsToday, changeSettings, earlyInTheMinute, otherHours, setRules } from "../support/policy"
import { refusal } from "../support/ucp"
import { world } from "../support/world"

const READ = "dev.ucp.shopping.order:read"

/** UCP's own message for an error that a person's consent resolves. */
const BY_A_PERSON = (code: string) => ({ code, severity: "requires_buyer_review" })

interface Probed {
  readonly code: string
  readonly message: string
  readonly data: Record<string, unknown>
  readonly input: Record<string, unknown>
  readonly caller: Record<string, unknown>
}

/** Calls an operation that requires the scope to read orders. */
async function probe(token: string | undefined, init: RequestInit = {}, query = "") {
  const headers = { ...(init.headers as object), ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${world().base_url}/gw-ucp/v1/probe${query}`, { ...init, headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Probed }
}

async function shopper(person: PersonName = "customer", changes: Record<string, string> = {}) {
  const client = await registerClient({ client_type: "ucp_agent" })
  return { ...client, ...(await obtainTokens(client, person, changes)) }
}

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))
afterEach(() => changeSettings(AS_NEW))
afterAll(() => switchSurfaces({ ucp_enabled: false }))

describe("the gates of the UCP surface", () => {
  it("let a customer's token act as that customer, and a staff token as staff [AUTH-20, OAUTH-33]", async () => {
    const { access_token, client_id } = await shopper("customer")
    const { status, body } = await probe(access_token)
    expect(status).toBe(200)
    expect(body.caller).toMatchObject({ client_id, actor_type: "customer" })
    expect(String(body.caller.actor_id)).toMatch(/^cus_/)
    const staff = await probe((await shopper("admin")).access_token)
    expect(staff.body.caller).toMatchObject({ actor_type: "user" })
  })

  it("reject a missing or wrong token with 401 and the address of the resource metadata [AUTH-02, ERR-12, ERR-17]", async () => {
    for (const token of [undefined, "gwa_unknown"]) {
      const { status, headers, body } = await probe(token)
      expect(status).toBe(401)
      const more = token ? { reason: "invalid_token" } : {}
      expect(body).toEqual(refusal("unauthorized", 401, more, BY_A_PERSON("identity_required")))
      expect(headers.get("www-authenticate")).toContain("/.well-known/oauth-protected-resource/gw-ucp/v1")
    }
  })

  it("reject a token without the exact scope with 403 and name the scope [AUTH-06, AUTH-20, ERR-12, ERR-17]", async () => {
    const { access_token } = await shopper("customer", { scope: "dev.ucp.shopping.order:manage" })
    const { status, headers, body } = await probe(access_token)
    expect(status).toBe(403)
    const more = { required_scope: READ }
    expect(body).toEqual(refusal("scope_denied", 403, more, BY_A_PERSON("insufficient_scope")))
    expect(headers.get("www-authenticate")).toContain(`error="insufficient_scope", scope="${READ}"`)
  })

  it("reject a revoked client at once", async () => {
    const { access_token, client_id } = await shopper()
    expect((await probe(access_token)).status).toBe(200)
    await adminPost(`/admin/agentic-commerce/clients/${client_id}/revoke`, { reason: "test" })
    expect((await probe(access_token)).status).toBe(401)
  })

  it("apply a client's own allowed IP addresses and access schedule, and not those of the A2A surface", async () => {
    await changeSettings({ a2a_ip_allow: ["203.0.113.0/24"], a2a_hours: otherHours() })
    const { access_token, client_id } = await shopper()
    expect((await probe(access_token)).status).toBe(200)
    await setRules(client_id, { ip_allow: ["203.0.113.0/24"] })
    expect((await probe(access_token)).body).toEqual(refusal("ip_not_allowed", 403))
    await setRules(client_id, { ip_allow: null, hours: otherHours() })
    expect((await probe(access_token)).body).toEqual(refusal("outside_hours", 403))
  })
})

describe("the rate limit of the UCP surface", () => {
  it("is 600 calls a minute in a new store", async () => {
    const response = await adminPost("/admin/agentic-commerce/settings", { ucp_limits: {} })
    expect(await response.json()).toMatchObject({ settings: { ucp_limits: { minute: 600, hour: null } } })
  })

  it("answers 429 with Retry-After to each call over the limit, also when calls arrive at once", async () => {
    await changeSettings({ ucp_limits: { minute: 5 } })
    const { access_token, client_id } = await shopper()
    await earlyInTheMinute()
    const answers = await Promise.all(Array.from({ length: 9 }, () => probe(access_token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(4)
    for (const { headers, body } of refused) {
      expect(body).toMatchObject({ code: "rate_limited", data: { status: 429, window: "minute", limit: 5 } })
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60)
    }
    expect(await callsToday(client_id)).toBe(5)
    await setRules(client_id, { limits: { minute: 6 } })
    expect((await probe(access_token)).status).toBe(200)
  })
})

describe("the input of the UCP surface", () => {
  const json = { "content-type": "application/json" }
  const posted = (body: string) => ({ method: "POST", headers: json, body })

  it("is the query of a GET and the members of a JSON body", async () => {
    const { access_token } = await shopper()
    expect((await probe(access_token, {}, "?id=1")).body.input).toEqual({ id: "1" })
    expect((await probe(access_token, posted('{"id":"2"}'), "?id=1")).body.input).toEqual({ id: "2" })
  })

  it.each([
    ["broken JSON", "{", 400, "parse_error"],
    ["a list", "[]", 400, "invalid_request"],
    ["nothing", "null", 400, "invalid_request"],
    ["a member of another type", '{"id":1}', 400, "invalid_params"],
    ["text with a NUL", '{"id":"\\u0000"}', 400, "parse_error"],
    ["over the size limit", `{"id":"${"a".repeat(300 * 1024)}"}`, 413, "request_too_large"],
  ])("is rejected after the gates when it is %s [ERR-12, LIM-04]", async (_, body, status, code) => {
    const { access_token } = await shopper()
    const refused = await probe(access_token, posted(body))
    expect([refused.status, refused.body.code, refused.body.data.status]).toEqual([status, code, status])
    expect((await probe(undefined, posted(body))).status).toBe(401)
  })

  it("is rejected when the query contains a NUL", async () => {
    const { access_token } = await shopper()
    expect((await probe(access_token, {}, "?id=%00")).body).toEqual(refusal("invalid_params", 400))
  })
})
