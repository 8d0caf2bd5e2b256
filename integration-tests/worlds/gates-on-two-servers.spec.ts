import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { allowAnonymous, forgetAnonymous, search } from "../support/anonymous"
import { sql } from "../support/database"
import { adminFetch, adminPost } from "../support/merchant"
import { ProofKey, redeemProven } from "../support/dpop"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  forgetAttempts,
  formTokenIn,
  newPkce,
  PEOPLE,
  type RegisteredClient,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { AS_NEW, callsToday, changeSettings, otherHours, setRules } from "../support/policy"
import { inOwnWorld } from "../support/own-world"
import { METRICS_TOKEN, newEncryptionKey, newPrivateKey } from "../support/store-keys"

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "agent/listSkills" })
const sandbox = "/admin/agentic-commerce/sandbox"

/** Has its own world: the second server runs behind a proxy and in debug mode, the first does not. */
describe("two servers on one database", () => {
  const running = inOwnWorld({ GW_CARD_KEY: newPrivateKey() })
  let plain: string
  let behind_proxy: string

  beforeAll(async () => {
    plain = running().world.base_url
    behind_proxy = await running().startSecondStore({
      GW_TRUSTED_PROXIES: "127.0.0.0/8, ::1",
      GW_DEBUG: "true",
      GW_METRICS_TOKEN: METRICS_TOKEN,
    })
    await switchSurfaces({ a2a_enabled: true })
  })

  it.each([
    ["without rules", {}],
    [
      "with allowed IP addresses and an access schedule",
      { ip_allow: ["127.0.0.1", "::1"], hours: { time_zone: "UTC", days: {} } },
    ],
  ])("count the calls of a client together, exactly, %s [AUTH-16, LIM-03]", async (_, rules) => {
    const agent = await Agent.withLimits("a2a:payments:read")
    await setRules(agent.client_id, { ...rules, limits: { minute: null, hour: null, day: 40 } })
    const servers = Array.from({ length: 100 }, (_, call) => (call % 2 ? plain : behind_proxy))
    const answers = await Promise.all(servers.map((base_url) => agent.post(LIST, { base_url })))
    const statuses = answers.map(({ status }) => status)
    expect([
      statuses.filter((one) => one === 200).length,
      statuses.filter((one) => one === 429).length,
    ]).toEqual([40, 60])
    expect(await callsToday(agent.client_id)).toBe(40)
  })

  it("count calls without a token together, exactly, by the address that a trusted proxy reports [BRW-06]", async () => {
    await switchSurfaces({ ucp_enabled: true })
    await allowAnonymous({ minute: null, hour: null, day: 10 })
    const from = (base_url: string, ip: string) => search(base_url, { "x-forwarded-for": ip })
    // The first server trusts no proxy: there, all these calls come from this machine.
    const here = Array.from({ length: 30 }, (_, call) =>
      call % 2 ? from(plain, `203.0.113.${call}`) : search(behind_proxy)
    )
    const statuses = (await Promise.all(here)).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(20).fill(429)])
    const network = ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::3"]
    const calls = Array.from({ length: 12 }, (_, call) => from(behind_proxy, network[call % 3] as string))
    expect((await Promise.all(calls)).filter(({ status }) => status === 429)).toHaveLength(2)
    expect((await from(behind_proxy, "203.0.113.9")).status).toBe(200)
    await forgetAnonymous()
    await changeSettings(AS_NEW)
    await switchSurfaces({ ucp_enabled: false })
  })

  describe("for the login of the consent page", () => {
    const { challenge } = newPkce()
    let client: RegisteredClient
    beforeAll(async () => void (client = await registerClient()))
    beforeEach(forgetAttempts)
    afterAll(forgetAttempts)

    /** Tries to log in as the staff member, through one of the servers and, behind the proxy, from an IP address. */
    async function logIn(base_url: string, password: string, ip?: string): Promise<number> {
      const browser = new OAuthBrowser(ip ? { "x-forwarded-for": ip } : {})
      const atServer = ({ pathname, search }: URL) => base_url + pathname + search
      const { location } = await browser.open(atServer(authorizeUrl(client, challenge)))
      const page = await browser.open(atServer(location as URL))
      const fields = { ...PEOPLE.admin, password, token: formTokenIn(page) }
      return (await browser.post(`${page.url}/login`, fields)).status
    }

    it("count failures at an account together, exactly [HRD-01]", async () => {
      const servers = Array.from({ length: 14 }, (_, time) => (time % 2 ? plain : behind_proxy))
      const statuses = (await Promise.all(servers.map((server) => logIn(server, "wrong")))).sort()
      expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)])
      expect(await logIn(plain, PEOPLE.admin.password)).toBe(429)
    })

    it("never lock a person out because of failures from another IP address [HRD-01]", async () => {
      const attack = (ip: string) =>
        Promise.all(Array.from({ length: 11 }, () => logIn(behind_proxy, "wrong", ip)))
      for (const ip of ["203.0.113.5", "203.0.113.6"]) expect((await attack(ip)).sort().at(-1)).toBe(429)
      expect(await logIn(behind_proxy, PEOPLE.admin.password, "203.0.113.5")).toBe(429)
      expect(await logIn(behind_proxy, PEOPLE.admin.password, "198.51.100.7")).toBe(303)
      expect(await logIn(plain, PEOPLE.admin.password)).toBe(303)
    })
  })

  it("answer 304 to the ETag of the Agent Card from the other server, although each signs the card itself [A2A-03, VER-08]", async () => {
    const card = (base_url: string, more: Record<string, string> = {}) =>
      fetch(`${base_url}/.well-known/agent-card.json`, { headers: { "a2a-version": "1.0", ...more } })
    const [one, other] = await Promise.all([card(plain), card(behind_proxy)])
    const [first, second] = (await Promise.all([one.json(), other.json()])) as { signatures: object[] }[]
    expect(first?.signatures).not.toEqual(second?.signatures)
    const etag = one.headers.get("etag") ?? ""
    expect(other.headers.get("etag")).toBe(etag)
    expect((await card(behind_proxy, { "if-none-match": etag })).status).toBe(304)
    expect((await card(behind_proxy, { "if-none-match": '"other"' })).status).toBe(200)
  })

  it("serve metrics only with a configured token, and each server counts its own calls [MET-01, MET-03]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read")
    const metrics = (base_url: string) =>
      fetch(`${base_url}/gw-metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const letIn = async () => {
      const text = await (await metrics(behind_proxy)).text()
      return Number(/^gw_process_gates_admitted_total{surface="a2a"} (\d+)$/m.exec(text)?.[1] ?? 0)
    }
    expect((await metrics(plain)).status).toBe(404)
    const before = await letIn()
    await agent.post(LIST, { base_url: plain })
    expect(await letIn()).toBe(before)
    await agent.post(LIST, { base_url: behind_proxy })
    expect(await letIn()).toBe(before + 1)
  })

  it("query the database once for all gates, and once for the call itself [AUTH-17]", async () => {
    await sql("create extension if not exists pg_stat_statements")
    const agent = await Agent.withScopes("a2a:payments:read")
    const CALLS = 50
    await sql("select pg_stat_statements_reset()")
    for (let call = 0; call < CALLS; call++) await agent.call("tasks/get", { task_id: "task_none" })
    // The store's jobs run queries as well, but none of them 50 times in these seconds.
    const often = await sql<{ query: string; calls: string }>(
      "select query, calls from pg_stat_statements where calls >= $1 and toplevel",
      [CALLS]
    )
    const statements = often.map(({ query, calls }) => `${/gw_admit|gw_task/.exec(query)?.[0]} ${calls}`)
    expect(statements.sort()).toEqual([`gw_admit ${CALLS}`, `gw_task ${CALLS}`])
  })

  it("accept a DPoP proof once: of 20 concurrent calls, one succeeds, and a new proof then does, too [DPOP-04]", async () => {
    const key = await ProofKey.create()
    const client = await registerClient({ token_endpoint_auth_method: "none" })
    const { access_token: token } = await redeemProven(client, "admin", key)
    const agent = Agent.withToken(token)
    const rpc = `${plain}/gw-a2a/v1/rpc`
    const headers = await key.headers({ url: rpc, token })
    const servers = Array.from({ length: 20 }, (_, call) => (call % 2 ? plain : behind_proxy))
    const answers = await Promise.all(servers.map((base_url) => agent.post(LIST, { base_url, headers })))
    const refused = answers.filter(({ status }) => status === 401).map(({ body }) => body.error.data.reason)
    expect(refused).toEqual(Array.from({ length: 19 }, () => "invalid_dpop_proof"))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const again = { base_url: behind_proxy, headers: await key.headers({ url: rpc, token }) }
    expect((await agent.post(LIST, again)).status).toBe(200)
  })

  it("compare the address of a DPoP proof with the public address, not with the host that is called [DPOP-03]", async () => {
    const key = await ProofKey.create()
    const client = await registerClient({ token_endpoint_auth_method: "none" })
    const { access_token: token } = await redeemProven(client, "admin", key)
    const called = { url: `${behind_proxy}/gw-a2a/v1/rpc`, token }
    const call = { base_url: behind_proxy, headers: await key.headers(called) }
    const { status, body } = await Agent.withToken(token).post(LIST, call)
    expect([status, body.error.message]).toEqual([
      401,
      `htu of the DPoP proof must be ${plain}/gw-a2a/v1/rpc.`,
    ])
  })

  it("trust X-Forwarded-For only from a trusted proxy, up to the first untrusted address from the right [AUTH-14]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read")
    await changeSettings({ a2a_ip_allow: ["203.0.113.0/24"] })
    const from = async (base_url: string, forwarded: string) =>
      (await agent.post(LIST, { base_url, headers: { "x-forwarded-for": forwarded } })).status
    expect(await from(behind_proxy, "203.0.113.7")).toBe(200)
    expect(await from(behind_proxy, "203.0.113.7, 198.51.100.1")).toBe(403)
    expect(await from(behind_proxy, "198.51.100.1, 203.0.113.7, 127.0.0.1")).toBe(200)
    expect(await from(plain, "203.0.113.7")).toBe(403)
    await changeSettings(AS_NEW)
  })

  describe("a sandbox credential", () => {
    let token: string
    const ask = async (base_url: string, bearer = token) => {
      const { status, body } = await Agent.withToken(bearer).post<{ skills: unknown[] }>(LIST, { base_url })
      return [status, body.result?.skills.length ?? body.error.data.code]
    }
    const REFUSED = [401, "unauthorized"]
    const issue = async () =>
      ((await (await adminPost(sandbox, { flavor: "a2a" }, behind_proxy)).json()) as { token: string }).token

    beforeAll(async () => {
      token = await issue()
      await changeSettings({ sandbox_enabled: true })
    })

    it("is shown once, stored as its hash, and valid for all scopes of its flavor in debug mode [AUTH-19]", async () => {
      expect(token).toMatch(/^gwsandbox_a2a_[A-Za-z0-9_-]{43}$/)
      expect(await ask(behind_proxy)).toEqual([200, 7])
      const stored = JSON.stringify(await sql("select * from gw_oauth_sandbox"))
      expect(stored).not.toContain(token)
      expect(await (await adminFetch(sandbox)).text()).not.toContain(token)
    })

    it("is an unknown token where debug mode is off, and cannot be created there [AUTH-19]", async () => {
      expect(await ask(plain)).toEqual(REFUSED)
      expect((await adminPost(sandbox, { flavor: "a2a" })).status).toBe(400)
    })

    it("is an unknown token in production, even in debug mode [AUTH-19]", async () => {
      const production = await running().startSecondStore({
        GW_DEBUG: "true",
        NODE_ENV: "production",
        GW_ENCRYPTION_KEY: newEncryptionKey(),
      })
      expect(await ask(production)).toEqual(REFUSED)
    })

    it("is checked at each call: the merchant's switch applies from the next call on [AUTH-19]", async () => {
      await changeSettings({ sandbox_enabled: false })
      expect(await ask(behind_proxy)).toEqual(REFUSED)
      await changeSettings({ sandbox_enabled: true })
      expect(await ask(behind_proxy)).toEqual([200, 7])
    })

    it("is subject to allowed IP addresses, access schedule and rate limit [AUTH-19]", async () => {
      await changeSettings({ a2a_ip_allow: ["203.0.113.0/24"] })
      expect(await ask(behind_proxy)).toEqual([403, "ip_not_allowed"])
      await changeSettings({ ...AS_NEW, sandbox_enabled: true, a2a_hours: otherHours() })
      expect(await ask(behind_proxy)).toEqual([403, "outside_hours"])
      await changeSettings({ ...AS_NEW, sandbox_enabled: true, a2a_limits: { day: 1 } })
      expect(await ask(behind_proxy)).toEqual([429, "rate_limited"])
      await changeSettings({ ...AS_NEW, sandbox_enabled: true })
    })

    it("stops working once it is replaced or disabled [AUTH-19]", async () => {
      const next = await issue()
      expect(await ask(behind_proxy)).toEqual(REFUSED)
      expect(await ask(behind_proxy, next)).toEqual([200, 7])
      expect((await adminFetch(`${sandbox}/a2a`, { method: "DELETE" })).status).toBe(200)
      expect(await ask(behind_proxy, next)).toEqual(REFUSED)
    })
  })
})
