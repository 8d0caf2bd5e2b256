import { beforeAll, describe, expect, it } from "vitest"
import { Buyer } from "../support/buyer"
import { adminFetch } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { newCustomer } from "../support/privacy"
import { addressOf, type Route, routesBelow } from "../support/routes"
import { world } from "../support/world"

/** Read from the file system, so that a new route is tested without a change here. */
const ROUTES = routesBelow("/admin/agentic-commerce")
const named = (routes: Route[]) =>
  routes.map((route) => [`${route.method} ${route.template}`, route] as const)
const changes = ROUTES.filter(({ method }) => method === "POST")
const reads = ROUTES.filter(({ method }) => method === "GET")

interface Refusal {
  readonly type: string
  readonly message: string
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

const ask = (route: Route, body?: string) =>
  adminFetch(addressOf(route), { method: route.method, ...(body !== undefined && { body }) })

async function refused(response: Response, status = 400): Promise<Refusal> {
  const text = await response.text()
  expect([response.status, text]).toEqual([status, expect.stringContaining('"message"')])
  return JSON.parse(text) as Refusal
}

describe("every route of the merchant's API [ADM-23]", () => {
  let strangers: Record<string, string>[]

  beforeAll(async () => {
    await switchSurfaces({ ucp_enabled: true })
    const [{ token: agent }, customer] = [await Buyer.forGuests(), await newCustomer()]
    const login = await fetch(`${world().base_url}/auth/customer/emailpass`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: customer.email, password: customer.password }),
    })
    const { token } = (await login.json()) as { token: string }
    const bearers = [agent, token, "none"].map((bearer) => ({ authorization: `Bearer ${bearer}` }))
    const basic = { authorization: `Basic ${Buffer.from("none:none").toString("base64")}` }
    strangers = [{}, ...bearers, basic, { "x-publishable-api-key": world().shop.publishable_key }]
  })

  it("is found: there are more than 22 changes and 17 reads", () => {
    expect(changes.length).toBeGreaterThan(22)
    expect(reads.length).toBeGreaterThan(17)
  })

  it.each(named(ROUTES))("%s is for staff only", async (_, route) => {
    for (const stranger of strangers) {
      const headers = { "content-type": "application/json", ...stranger }
      const body = route.method === "POST" ? { body: "{}" } : {}
      const url = `${world().base_url}${addressOf(route)}`
      const response = await fetch(url, { method: route.method, headers, ...body })
      expect([route.template, stranger, response.status]).toEqual([route.template, stranger, 401])
    }
  })

  it.each(named(changes))("%s rejects an unknown member and names it", async (_, route) => {
    const refusal = await refused(await ask(route, JSON.stringify({ unknown_member: 1 })))
    expect(refusal.type).toBe("invalid_data")
    expect(refusal.issues?.map(({ path }) => path)).toContain("unknown_member")
  })

  it.each(named(changes))(
    "%s rejects a body that is not an object, is not JSON, or is too large",
    async (_, route) => {
      for (const body of ["[]", '"text"', "7", "null", "{", '{"reason": ', `[${"[".repeat(5000)}`])
        await refused(await ask(route, body))
      const huge = await ask(route, JSON.stringify({ reason: "A".repeat(200_000) }))
      expect([400, 413]).toContain(huge.status)
      const wide = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`member_${index}`, index]))
      expect((await refused(await ask(route, JSON.stringify(wide)))).issues).toHaveLength(20)
    }
  )

  it.each(named(reads))("%s causes no server error, whatever the query", async (_, route) => {
    const slow = /checklist|documents/.test(route.template)
    const queries = [
      "a.b.c=1",
      "limit=x&limit[a]=1",
      `cursor=${"A".repeat(4000)}`,
      "__proto__[x]=1",
      "a[]=1&a=2",
    ]
    for (const query of queries.slice(0, slow ? 1 : undefined)) {
      const { status } = await adminFetch(`${addressOf(route)}?${query}`)
      expect([query, status]).toEqual([query, expect.toSatisfy((code: number) => code < 500) as number])
    }
  })

  it.each(named(ROUTES.filter(({ template }) => template.includes("["))))(
    "%s answers 400 or 404 to unknown and malformed ids",
    async (_, route) => {
      for (const id of [
        "none",
        "..%2f..%2fsettings",
        "%00",
        "'",
        "A".repeat(3000),
        `pay_${"0".repeat(24)}`,
      ]) {
        const parameters = Object.fromEntries(
          ["id", "grant_id", "delivery_id", "flavor"].map((name) => [name, id])
        )
        const address = addressOf(route, parameters)
        const body = route.method === "POST" ? { body: "{}" } : {}
        const { status } = await adminFetch(address, { method: route.method, ...body })
        expect([id, status]).toEqual([id, expect.toBeOneOf([400, 404]) as number])
      }
    }
  )
})

describe("every list of the merchant's API", () => {
  const at = "/admin/agentic-commerce"
  const lists = ["alerts", "approvals", "audit", "clients", "payments", "tasks", "webhooks"]

  it.each(lists)("%s names each wrong member of a query", async (list) => {
    const wrong = { limit: "101", cursor: "none", unknown_member: "1" }
    const { issues } = await refused(await adminFetch(`${at}/${list}?${new URLSearchParams(wrong)}`))
    expect(issues?.map(({ path }) => path).sort()).toEqual(["cursor", "limit", "unknown_member"])
  })

  it.each(lists)("%s rejects a limit that is 0, negative, fractional, empty or too large", async (list) => {
    for (const limit of ["0", "-1", "1.5", "", "1e9"])
      await refused(await adminFetch(`${at}/${list}?limit=${limit}`))
  })
})

describe("a rejected change", () => {
  const change = (body: object) =>
    adminFetch("/admin/agentic-commerce/settings", { method: "POST", body: JSON.stringify(body) })

  it("reports each wrong member by its path, at any depth", async () => {
    const wrong = {
      a2a_limits: { minute: 0, hour: 5 },
      a2a_ip_allow: ["10.0.0.0/8", "x; y: z"],
      a2a_hours: { time_zone: "UTC", days: { mon: ["09:00-17:00", "noon"], someday: [] } },
      retention: { audit: 1 },
    }
    const { issues, message } = await refused(await change(wrong))
    expect(issues?.map(({ path }) => path).sort()).toEqual([
      "a2a_hours.days.mon.1",
      "a2a_hours.days.someday",
      "a2a_ip_allow.1",
      "a2a_limits.minute",
      "retention.audit",
    ])
    for (const issue of issues ?? []) expect(message).toContain(`${issue.path}: ${issue.message}`)
  })

  it("without a member reports the empty path", async () => {
    expect((await refused(await change({}))).issues).toEqual([
      { path: "", message: "must contain at least one setting" },
    ])
  })
})
