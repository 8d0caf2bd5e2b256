import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent } from "../support/agent"
import { sql } from "../support/database"
import { adminFetch, adminPost } from "../support/merchant"
import {
  authorizeUrl,
  consent,
  newPkce,
  obtainCode,
  obtainTokens,
  postForm,
  redeem,
  refresh,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import { AS_NEW, changeSettings, setRules } from "../support/policy"
import { addressOf, routesBelow } from "../support/routes"
import { world } from "../support/world"

const root = "/admin/agentic-commerce"
interface Client {
  id: string
  name: string
  status: string
  last_used_at: string | null
}
interface Entry {
  id: string
  type: string
  actor_type: string | null
  actor_id: string | null
  detail: Record<string, unknown>
  count: number
}

async function get<T>(path: string): Promise<T> {
  return (await (await adminFetch(`${root}${path}`)).json()) as T
}
const clientsOf = (query: string) =>
  get<{ clients: Client[]; limit: number; next_cursor: string | null }>(`/clients?${query}`)
const entriesOf = async (client_id: string, type = "") =>
  (await get<{ entries: Entry[] }>(`/audit?client_id=${client_id}${type && `&type=${type}`}`)).entries

beforeAll(() => switchSurfaces({ a2a_enabled: true }))
afterAll(() => changeSettings(AS_NEW))

describe("the admin API", () => {
  it.each(routesBelow(root).map((route) => [route.method, addressOf(route)]))(
    "answers %s %s only with a staff login [SRV-13]",
    async (method, path) => {
      const { access_token } = await Agent.withLimits("a2a:payments:read")
      for (const authorization of ["", `Bearer ${access_token}`]) {
        const response = await fetch(world().base_url + path, { method, headers: { authorization } })
        expect(response.status).toBe(401)
      }
    }
  )

  it.each([
    ["GET", "/clients/a2a_none"],
    ["POST", "/clients/a2a_none/approve"],
    ["POST", "/clients/a2a_none/secret"],
    ["GET", "/clients/a2a_none/grants"],
    ["POST", "/clients/a2a_none", { limits: null }],
    ["POST", "/clients/a2a_none/revoke", { reason: "test" }],
    ["POST", "/clients/a2a_none/grants/grant_none/revoke", { reason: "test" }],
    ["DELETE", "/sandbox/none"],
  ])("answers %s %s with 404", async (method, path, body?: object) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    expect((await adminFetch(`${root}${path}`, init)).status).toBe(404)
  })
})

describe("settings", () => {
  it.each([
    [
      { a2a_ip_allow: ["203.0.113.0/33"] },
      'a2a_ip_allow.0: "203.0.113.0/33" is not an IP address or a network',
    ],
    [
      { a2a_hours: { time_zone: "Bucharest", days: {} } },
      'a2a_hours.time_zone: "Bucharest" is not an IANA time zone',
    ],
    [
      { a2a_hours: { time_zone: "UTC", days: { mon: ["9-17"] } } },
      'a2a_hours.days.mon.0: "9-17" is not a range such as 09:00-17:30',
    ],
    [{ a2a_hours: { time_zone: "UTC", days: { monday: [] } } }, "monday"],
    [{ a2a_limits: { minute: 0 } }, "a2a_limits.minute: "],
    [{ a2a_limits: { second: 1 } }, "second"],
    [{ cors_origins: ["https://agent.example/"] }, '"https://agent.example/" is not an origin'],
    [{ cors_origins: ["*"] }, '"*" is not an origin'],
    [{ sandbox_enabled: "yes" }, "sandbox_enabled"],
    [{ registration: "token" }, "registration"],
    [{ approval_required: 1 }, "approval_required"],
    [{ token_lifetimes: { access: 60 } }, "token_lifetimes.access: "],
  ])("reject %j with 400 and the reason", async (change, message) => {
    const response = await adminPost(`${root}/settings`, change)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { message: string }).message).toContain(message)
  })

  it("keep all of eight changes made at once", async () => {
    const changes = [
      { a2a_limits: { minute: 11 } },
      { a2a_limits: { hour: 12 } },
      { a2a_limits: { day: 13 } },
      { ucp_limits: { minute: 14 } },
      { token_lifetimes: { access: 301 } },
      { token_lifetimes: { refresh: 86_401 } },
      { cors_origins: ["https://one.example"] },
      { approval_required: true },
    ]
    await Promise.all(changes.map(changeSettings))
    expect((await get<{ settings: object }>("/settings")).settings).toMatchObject({
      a2a_limits: { minute: 11, hour: 12, day: 13 },
      ucp_limits: { minute: 14 },
      token_lifetimes: { access: 301, refresh: 86_401 },
      cors_origins: ["https://one.example"],
      approval_required: true,
    })
    await changeSettings(AS_NEW)
  })

  it("keep values that a change does not name", async () => {
    await changeSettings({ a2a_limits: { hour: 7 } })
    const { settings } = await get<{ settings: object }>("/settings")
    expect(settings).toMatchObject({ a2a_limits: { minute: 60, hour: 7, day: 5000 }, a2a_hours: null })
  })
})

describe("clients", () => {
  it("are listed page by page and filtered, without their secret or its hash", async () => {
    const name = `Paged ${Date.now()}`
    for (const number of [1, 2, 3]) await registerClient({ client_name: `${name} ${number}` })
    const q = encodeURIComponent(name)
    const names = ({ clients }: { clients: Client[] }) => clients.map((client) => client.name)
    const first = await clientsOf(`q=${q}&limit=2`)
    expect([first.limit, names(first)]).toEqual([2, [`${name} 3`, `${name} 2`]])
    const second = await clientsOf(`q=${q}&limit=2&cursor=${first.next_cursor}`)
    expect([second.next_cursor, names(second)]).toEqual([null, [`${name} 1`]])
    expect(names(await clientsOf(`q=${q}&flavor=ucp`))).toEqual([])
    expect(names(await clientsOf(`q=${q}&status=revoked`))).toEqual([])
    expect(names(await clientsOf("q=%25"))).toEqual([])
    expect(JSON.stringify(first)).not.toMatch(/secret_hash|gws_/)
  })

  it.each(["limit=0", "limit=101", "offset=0", "cursor=none", "status=gone", "flavor=none", "page=1"])(
    "cannot be listed by %s",
    async (query) => {
      expect((await adminFetch(`${root}/clients?${query}`)).status).toBe(400)
    }
  )

  it("show the minute of their last use, and null before the first", async () => {
    const agent = await Agent.withLimits("a2a:payments:read")
    const seen = async () =>
      (await get<{ client: Client }>(`/clients/${agent.client_id}`)).client.last_used_at
    expect(await seen()).toBeNull()
    await agent.call("agent/listSkills")
    await agent.call("agent/listSkills")
    expect(await seen()).toMatch(/:00\.000Z$/)
  })

  it("that are pending can be approved, and revoked ones cannot", async () => {
    const { client_id } = await registerClient()
    await sql("update gw_oauth_client set status = 'pending' where id = $1", [client_id])
    const approved = await adminPost(`${root}/clients/${client_id}/approve`)
    expect(await approved.json()).toMatchObject({ client: { id: client_id, status: "approved" } })
    await adminPost(`${root}/clients/${client_id}/revoke`, { reason: "test" })
    expect((await adminPost(`${root}/clients/${client_id}/approve`)).status).toBe(400)
  })

  it("are revoked once, with the first reason, also when eight requests arrive at once", async () => {
    const { client_id } = await registerClient()
    const reasons = Array.from({ length: 8 }, (_, number) => `reason ${number}`)
    const answers = await Promise.all(
      reasons.map((reason) => adminPost(`${root}/clients/${client_id}/revoke`, { reason }))
    )
    const bodies = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { client: object }).client)
    )
    expect(bodies).toEqual(bodies.map(() => bodies[0]))
    expect(await entriesOf(client_id, "client_revoked")).toHaveLength(1)
  })

  it("have one valid secret when eight rotations arrive at once", async () => {
    const client = await registerClient()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => adminPost(`${root}/clients/${client.client_id}/secret`))
    )
    const secrets = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { client_secret: string }).client_secret)
    )
    const introspected = await Promise.all(
      [...secrets, String(client.client_secret)].map((client_secret) =>
        postForm("introspect", { ...client, client_secret }, { token: "gwa_none" })
      )
    )
    expect(introspected.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it("have their own consents: revoking one under another client answers 404", async () => {
    const one = await registerClient()
    const other = await registerClient()
    const { access_token: token } = await obtainTokens(one, "admin")
    const { grants } = await get<{ grants: [{ id: string }] }>(`/clients/${one.client_id}/grants`)
    const path = `${root}/clients/${other.client_id}/grants/${grants[0].id}/revoke`
    expect((await adminPost(path, { reason: "test" })).status).toBe(404)
    expect((await postForm("introspect", one, { token })).body).toMatchObject({ active: true })
  })

  it("cannot be revoked without a reason", async () => {
    const { client_id } = await registerClient()
    for (const body of [{}, { reason: " " }, { reason: "a\0b" }, { reason: { toString: 0 } }])
      expect((await adminPost(`${root}/clients/${client_id}/revoke`, body)).status).toBe(400)
  })

  it("get a new secret that is shown once, and the old secret stops working", async () => {
    const client = await registerClient()
    const response = await adminPost(`${root}/clients/${client.client_id}/secret`)
    expect(response.headers.get("cache-control")).toBe("no-store")
    const { client_secret } = (await response.json()) as { client_secret: string }
    const code = await obtainCode(client, "admin")
    expect((await redeem(client, code)).status).toBe(401)
    expect((await redeem({ ...client, client_secret }, code)).status).toBe(200)
    expect(JSON.stringify(await get(`/clients/${client.client_id}`))).not.toContain(client_secret)
    expect(JSON.stringify(await entriesOf(client.client_id))).not.toContain(client_secret)
  })

  it("without a secret cannot rotate one", async () => {
    const { client_id } = await registerClient({ token_endpoint_auth_method: "none" })
    expect((await adminPost(`${root}/clients/${client_id}/secret`)).status).toBe(400)
  })
})

describe("the audit log", () => {
  it("records who consented, changed rules and revoked, and why [AUTH-21]", async () => {
    const agent = await Agent.withLimits("a2a:payments:read")
    await setRules(agent.client_id, { limits: { day: 9 } })
    await adminPost(`${root}/clients/${agent.client_id}/secret`)
    await adminPost(`${root}/clients/${agent.client_id}/revoke`, { reason: "gone" })
    const entries = await entriesOf(agent.client_id)
    expect(entries.map(({ type }) => type)).toEqual([
      "client_revoked",
      "client_secret_rotated",
      "client_access_changed",
      "token_issued",
      "consent_given",
      "client_registered",
    ])
    const [gone, rotated, changed, issued, consented, registered] = entries
    const actors = [gone, rotated, changed, consented].map((entry) => [entry?.actor_type, entry?.actor_id])
    expect(actors).toEqual(actors.map(() => ["user", consented?.actor_id]))
    expect(consented?.actor_id).toMatch(/^user_/)
    expect(gone?.detail).toEqual({ revoked_reason: "gone", request_id: expect.any(String) as string })
    expect(changed?.detail).toMatchObject({ limits: { day: 9 } })
    expect(issued).toMatchObject({ actor_id: null, detail: { scopes: ["a2a:payments:read"] } })
    expect(consented?.detail).toEqual({ scopes: ["a2a:payments:read"] })
    expect(registered).toMatchObject({ actor_id: null, detail: { name: "Test agent", status: "approved" } })
  })

  it("records each token that is issued or revoked, and never the token itself [AUTH-21]", async () => {
    const client = await registerClient()
    const tokens = await obtainTokens(client, "admin")
    const { body } = await refresh(client, tokens.refresh_token)
    await postForm("revoke", client, { token: body.access_token })
    await postForm("revoke", client, { token: body.refresh_token })
    const entries = await entriesOf(client.client_id)
    expect(entries.map(({ type }) => type)).toEqual([
      "consent_revoked",
      "token_revoked",
      "token_issued",
      "token_issued",
      "consent_given",
      "client_registered",
    ])
    expect(entries[0]?.detail).toEqual({ revoked_reason: "revoked_by_client" })
    expect(JSON.stringify(entries)).not.toMatch(/gw[ar]_/)
  })

  it("records the registration token's issue and end, and never the token itself", async () => {
    const token = `${root}/registration-token`
    const issued = (await (await adminPost(token)).json()) as { token: string }
    await adminFetch(token, { method: "DELETE" })
    const { entries } = await get<{ entries: Entry[] }>("/audit?limit=2")
    expect(entries.map(({ type }) => type)).toEqual(["registration_token_ended", "registration_token_issued"])
    expect(JSON.stringify(entries)).not.toContain(issued.token)
  })

  it("records a denied consent and who denied it [AUTH-21]", async () => {
    const client = await registerClient()
    await consent(authorizeUrl(client, newPkce().challenge), "admin", "Allow")
    await consent(authorizeUrl(client, newPkce().challenge), "admin", "Refuse")
    const entries = await entriesOf(client.client_id)
    expect(entries.map(({ type }) => type)).toEqual(["consent_denied", "consent_given", "client_registered"])
    const [denied, given] = entries
    expect([denied?.actor_type, denied?.actor_id]).toEqual(["user", given?.actor_id])
    expect(denied?.actor_id).toMatch(/^user_/)
  })

  it("records which settings changed and their new values", async () => {
    await changeSettings({ a2a_limits: { minute: 59 } })
    const { entries } = await get<{ entries: Entry[] }>("/audit?type=settings_changed&limit=1")
    expect(entries[0]).toMatchObject({ actor_type: "user", detail: { a2a_limits: { minute: 59 } } })
    expect(Object.keys(entries[0]?.detail ?? {}).sort()).toEqual(["a2a_limits", "request_id"])
  })

  it("counts rejected calls by client, reason and minute, in one row also when 30 arrive at once", async () => {
    const agent = await Agent.withLimits("a2a:payments:create")
    await Promise.all(Array.from({ length: 30 }, () => agent.call("tasks/get", { task_id: "task_none" })))
    const entries = await entriesOf(agent.client_id, "call_refused")
    expect(entries.length).toBeLessThanOrEqual(2)
    expect(entries.map(({ detail }) => detail.reason)).toEqual(entries.map(() => "scope_denied"))
    expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(30)
  })

  it.each([
    ["change", "update gw_audit set type = 'consent_given' where type <> 'consent_given'"],
    ["backdate", "update gw_audit set at = now() - interval '1 day'"],
    ["lower a count in", "update gw_audit set count = 0 where type = 'call_refused'"],
    ["delete from", "delete from gw_audit"],
    ["empty", "truncate gw_audit"],
  ])("rejects every attempt to %s it, even in the database", async (_, statement) => {
    await expect(sql(statement)).rejects.toThrow("append-only")
  })
})
