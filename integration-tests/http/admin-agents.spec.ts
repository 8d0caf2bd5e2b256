import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ADMIN, CUSTOMER } from "../../demo/shop/logins"
import { Agent, eventually } from "../support/agent"
import {
  type StaffClient,
  type StaffGrant,
  allPages,
  overview,
  staffClient,
  statusOf,
} from "../support/agents-overview"
import { sql } from "../support/database"
import { adminPost, refundInAdmin } from "../support/merchant"
import { obtainTokens, registerClient, switchSurfaces } from "../support/oauth-client"
import { orderOf, paid, payingAgent } from "../support/payments"
import { AS_NEW, changeSettings, earlyInTheMinute, setRules } from "../support/policy"

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))
afterAll(() => changeSettings(AS_NEW))

describe("the list of clients by access", () => {
  interface Clients {
    clients: StaffClient[]
    hidden?: number
  }
  const listed = (q: string, access: string, more = "") =>
    overview<Clients>(`/clients?${new URLSearchParams({ q, access })}${more}`)
  const namesIn = ({ clients }: Clients) => clients.map(({ name }) => name.split(" ").at(-1)).sort()

  it("leaves out those without a usable consent and revoked ones, but not those that wait for approval, and counts them [ADM-53]", async () => {
    const group = `Access ${Date.now()}`
    const register = (name: string) => registerClient({ client_name: `${group} ${name}` })
    const [used, expired, withdrawn] = [
      await register("used"),
      await register("expired"),
      await register("withdrawn"),
    ] as const
    const [revoked, pending] = [await register("revoked"), await register("pending")] as const
    await register("new")
    for (const client of [used, expired, withdrawn, revoked]) await obtainTokens(client, "admin")
    const in_grant = "where grant_id in (select id from gw_oauth_grant where client_id = $1)"
    await sql(`update gw_oauth_token set expires_at = now() ${in_grant}`, [expired.client_id])
    await sql("update gw_oauth_grant set revoked_at = now() where client_id = $1", [withdrawn.client_id])
    await adminPost(`/admin/agentic-commerce/clients/${revoked.client_id}/revoke`, { reason: "test" })
    await sql("update gw_oauth_client set status = 'pending' where id = $1", [pending.client_id])
    const [shown, others] = [await listed(group, "true"), await listed(group, "false")]
    expect([namesIn(shown), shown.hidden]).toEqual([["pending", "used"], 4])
    expect([namesIn(others), others.hidden]).toEqual([["expired", "new", "revoked", "withdrawn"], undefined])
    expect((await listed(group, "true", "&status=pending")).hidden).toBe(0)
  })

  it("has all of them without the filter, and rejects another value", async () => {
    const { client_id } = await registerClient()
    const { clients } = await overview<Clients>(`/clients?q=${client_id}`)
    expect(clients).toHaveLength(1)
    expect(await statusOf(`/clients?q=${client_id}&access=yes`)).toBe(400)
  })
})

describe("a client's usage", () => {
  it("counts its calls in the current minute, hour and day, next to the surface's limits [ADM-04]", async () => {
    const agent = await Agent.withLimits("a2a:payments:read")
    await earlyInTheMinute()
    expect((await staffClient(agent.client_id)).usage).toEqual({
      minute: { used: 0, limit: 60 },
      hour: { used: 0, limit: 600 },
      day: { used: 0, limit: 5000 },
    })
    for (const _ of [1, 2, 3]) await agent.call("agent/listSkills")
    expect((await staffClient(agent.client_id)).usage).toEqual({
      minute: { used: 3, limit: 60 },
      hour: { used: 3, limit: 600 },
      day: { used: 3, limit: 5000 },
    })
  })

  it("is shown next to the client's own limits where it has any, and restarts with each window", async () => {
    const agent = await Agent.withLimits("a2a:payments:read")
    await setRules(agent.client_id, { limits: { minute: 5, day: null } })
    await agent.call("agent/listSkills")
    await sql(
      `update gw_usage set minute_at = minute_at - interval '1 minute', hour_at = hour_at - interval '1 hour'
        where client_id = $1`,
      [agent.client_id]
    )
    expect((await staffClient(agent.client_id)).usage).toEqual({
      minute: { used: 0, limit: 5 },
      hour: { used: 0, limit: 600 },
      day: { used: 1, limit: null },
    })
  })

  it("of a UCP client is shown next to the limits of that surface", async () => {
    const { client_id } = await registerClient({ client_type: "ucp_agent" })
    const { usage } = await staffClient(client_id)
    expect(usage).toMatchObject({ minute: { limit: 600 }, hour: { limit: null }, day: { limit: null } })
  })
})

describe("a client's consents", () => {
  it("name the people who gave them, and count while they are usable [ADM-04]", async () => {
    const client = await registerClient({ client_type: "ucp_agent" })
    expect((await staffClient(client.client_id)).consents).toEqual({ live: 0, people: [] })
    await obtainTokens(client, "customer")
    await obtainTokens(client, "admin")
    await obtainTokens(client, "admin")
    const { consents } = await staffClient(client.client_id)
    expect(consents.live).toBe(3)
    expect(consents.people.map(({ type, email }) => [type, email])).toEqual([
      ["user", ADMIN.email],
      ["customer", CUSTOMER.email],
    ])
    const { grants } = await overview<{ grants: StaffGrant[] }>(`/clients/${client.client_id}/grants`)
    expect(grants.map(({ actor }) => [actor.type, actor.email])).toEqual([
      ["user", ADMIN.email],
      ["user", ADMIN.email],
      ["customer", CUSTOMER.email],
    ])
    const [newest] = grants
    const path = `/admin/agentic-commerce/clients/${client.client_id}/grants/${newest?.id}/revoke`
    const revoked = (await (await adminPost(path, { reason: "test" })).json()) as { grant: StaffGrant }
    expect(revoked.grant).toMatchObject({ actor: { email: ADMIN.email }, revoked_at: expect.any(String) })
    expect((await staffClient(client.client_id)).consents.live).toBe(2)
    await sql(
      `update gw_oauth_token set expires_at = now()
        where grant_id in (select id from gw_oauth_grant where client_id = $1 and actor_type = 'user')`,
      [client.client_id]
    )
    expect((await staffClient(client.client_id)).consents).toMatchObject({
      live: 1,
      people: [{ type: "customer", email: CUSTOMER.email }],
    })
  })

  it("are empty for a revoked client", async () => {
    const client = await registerClient()
    await obtainTokens(client, "admin")
    const answer = await adminPost(`/admin/agentic-commerce/clients/${client.client_id}/revoke`, {
      reason: "x",
    })
    const { client: revoked } = (await answer.json()) as { client: StaffClient }
    expect(revoked).toMatchObject({ status: "revoked", consents: { live: 0, people: [] } })
  })

  it("have no name when the store no longer knows the person", async () => {
    const client = await registerClient()
    await obtainTokens(client, "admin")
    await sql("update gw_oauth_grant set actor_id = 'user_gone' where client_id = $1", [client.client_id])
    const { consents } = await staffClient(client.client_id)
    expect(consents.people).toEqual([{ type: "user", id: "user_gone", name: null, email: null }])
  })

  it("are paged without gap or repeat, and reject an invalid cursor", async () => {
    const client = await registerClient()
    for (const _ of [1, 2, 3]) await obtainTokens(client, "admin")
    await sql(
      `update gw_oauth_grant set created_at = (select max(created_at) from gw_oauth_grant where client_id = $1)
        where client_id = $1`,
      [client.client_id]
    )
    const path = `/clients/${client.client_id}/grants?limit=1`
    const ids = await allPages(path, ({ grants }) => (grants as StaffGrant[]).map(({ id }) => id))
    expect([ids.length, new Set(ids).size]).toEqual([3, 3])
    expect(await statusOf(`${path}&cursor=nonsense`)).toBe(400)
    expect(await statusOf(`/clients/${client.client_id}/grants?limit=0`)).toBe(400)
  })
})

describe("a client's revenue", () => {
  it("sums what its orders paid and refunded, by currency in minor units [ADM-04]", async () => {
    const agent = await payingAgent()
    expect((await staffClient(agent.client_id)).money).toEqual([])
    const first = await paid(agent, { amount: 1200 })
    await paid(agent, { amount: 800 })
    await paid(agent, { amount: 5000, currency: "RON" })
    await agent.createPayment({ amount: 999 })
    await refundInAdmin(await orderOf(first), 2.5)
    const money = await eventually(async () => {
      const money = (await staffClient(agent.client_id)).money
      return money[0]?.refunded ? money : undefined
    })
    expect(money).toEqual([
      { currency: "EUR", orders: 2, paid: 2000, refunded: 250 },
      { currency: "RON", orders: 1, paid: 5000, refunded: 0 },
    ])
    const { clients } = await overview<{ clients: StaffClient[] }>(`/clients?q=${agent.client_id}`)
    expect(clients).toMatchObject([{ id: agent.client_id, money }])
  })

  it("is the same at every moment while its entries are being summed up", async () => {
    const agent = await payingAgent()
    const { client_id } = agent
    await paid(agent, { amount: 1200 })
    await eventually(async () => (await staffClient(client_id)).money[0]?.orders)
    await sql(
      `insert into gw_client_revenue (client_id, currency, orders, paid, refunded)
       select $1, 'EUR', n, n * 100, n * 10 from generate_series(1, 2000), (values (3), (-3)) pair (n)`,
      [client_id]
    )
    const rows = "select from gw_client_revenue where client_id = $1"
    await eventually(async () => {
      expect((await staffClient(client_id)).money).toEqual([
        { currency: "EUR", orders: 1, paid: 1200, refunded: 0 },
      ])
      return (await sql(rows, [client_id])).length === 1 || undefined
    }, 250)
    await paid(agent, { amount: 800 })
    const both = [{ currency: "EUR", orders: 2, paid: 2000, refunded: 0 }]
    await eventually(async () => (await staffClient(client_id)).money[0]?.orders === 2 || undefined)
    expect((await staffClient(client_id)).money).toEqual(both)
  })
})

describe("the list of clients", () => {
  const idsOf = ({ clients }: Record<string, unknown>) => (clients as StaffClient[]).map(({ id }) => id)

  it("is paged without gap or repeat, also among clients created at the same instant", async () => {
    const name = `Cursor ${Date.now()}`
    const made: string[] = []
    for (const number of [1, 2, 3, 4, 5])
      made.push((await registerClient({ client_name: `${name} ${number}` })).client_id)
    const path = `/clients?q=${encodeURIComponent(name)}&limit=2`
    expect(await allPages(path, idsOf)).toEqual([...made].reverse())
    await sql("update gw_oauth_client set created_at = now() where id = any($1)", [made])
    expect((await allPages(path, idsOf)).sort()).toEqual([...made].sort())
  })

  it("finds a client by part of its id, and filters by status and surface", async () => {
    const { client_id } = await registerClient({ client_type: "ucp_agent" })
    const part = client_id.slice(3, 20)
    const found = async (more: string) => idsOf(await overview(`/clients?q=${part}${more}`))
    expect(await found("")).toEqual([client_id])
    expect(await found("&flavor=ucp&status=approved")).toEqual([client_id])
    expect(await found("&flavor=a2a")).toEqual([])
    expect(await found("&status=revoked")).toEqual([])
  })

  it.each(["cursor=nonsense", "cursor=", "offset=1", "limit=101"])("rejects %s with 400", async (query) => {
    expect(await statusOf(`/clients?${query}`)).toBe(400)
  })
})

describe("the audit log", () => {
  interface Entry {
    id: string
    type: string
  }
  const idsOf = ({ entries }: Record<string, unknown>) => (entries as Entry[]).map(({ id }) => id)

  it("is paged without gap or repeat, by client, type and time", async () => {
    const client = await registerClient()
    await obtainTokens(client, "admin")
    await setRules(client.client_id, { limits: { day: 9 } })
    const path = `/audit?client_id=${client.client_id}`
    const { entries } = await overview<{ entries: Entry[] }>(path)
    expect(entries.map(({ type }) => type)).toEqual([
      "client_access_changed",
      "token_issued",
      "consent_given",
      "client_registered",
    ])
    expect(await allPages(`${path}&limit=1`, idsOf)).toEqual(entries.map(({ id }) => id))
    expect(await allPages(`${path}&limit=1&type=consent_given`, idsOf)).toEqual([entries[2]?.id])
    const until = new Date(Date.now() - 3_600_000).toISOString()
    expect(await allPages(`${path}&to=${until}`, idsOf)).toEqual([])
    expect(await allPages(`${path}&from=${until}`, idsOf)).toHaveLength(4)
  })

  it.each(["cursor=nonsense", "type=none", "from=yesterday", "offset=0"])(
    "rejects %s with 400",
    async (query) => {
      expect(await statusOf(`/audit?${query}`)).toBe(400)
    }
  )
})
