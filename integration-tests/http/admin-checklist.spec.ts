import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { adminGet, adminPost } from "../support/merchant"
import { registerClient, switchSurfaces } from "../support/oauth-client"
import { changeSettings } from "../support/policy"
import { world } from "../support/world"

const root = "/admin/agentic-commerce"

interface Item {
  id: string
  state: string
  findings: { level: string; code: string; text: string; advice?: string; data?: Record<string, unknown> }[]
}

const checklist = async () => (await adminGet<{ items: Item[] }>(`${root}/checklist`)).items

async function item(id: string): Promise<Item> {
  const found = (await checklist()).find((one) => one.id === id)
  if (!found) throw new Error(`no item ${id}`)
  return found
}

const codesOf = ({ findings }: Item) => findings.map(({ code }) => code)

beforeAll(() => switchSurfaces({ a2a_enabled: true, ucp_enabled: true }))
afterAll(async () => {
  await changeSettings({ ucp_sales_channels: [], agents_stopped: false })
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: false })
})

describe("the checklist", () => {
  it("lists every item with findings: each has a code and a sentence, and advice unless it is ok [ADM-02]", async () => {
    const items = await checklist()
    expect(items.map(({ id }) => id)).toEqual([
      "base_url",
      "payment_routes",
      "bank_keys",
      "payment_provider",
      "notifications",
      "surfaces",
      "catalog",
      "first_agent",
    ])
    for (const { state, findings } of items) {
      expect(state).toBeOneOf(["done", "todo", "problem"])
      expect(findings.length).toBeGreaterThan(0)
      for (const { level, code, text, advice } of findings)
        expect([code, text, advice]).toEqual([
          expect.any(String),
          expect.any(String),
          level === "ok" ? undefined : expect.any(String),
        ])
    }
  })

  it("reports the store's own address, the bank keys and the regions", async () => {
    // The store of the tests uses http, which is reported but is no problem outside production.
    expect(codesOf(await item("base_url"))).toEqual(["not_https", "answers"])
    expect(await item("bank_keys")).toMatchObject({ state: "done", findings: [{ code: "usable" }] })
    expect(await item("payment_routes")).toMatchObject({
      findings: [{ code: "bank", data: { providers: "pp_gateway_bank" } }],
    })
    expect(await item("payment_provider")).toMatchObject({ state: "done", findings: [{ code: "offered" }] })
    const { findings } = await item("catalog")
    const [shown] = (findings[0]?.data?.channels ?? []) as { products: number }[]
    expect(shown?.products).toBeGreaterThan(0)
    expect(findings[1]?.data?.regions).toContainEqual({
      name: expect.any(String),
      currency: "EUR",
      route: "bank",
    })
  })

  it("reports which surfaces are on, that all agents are stopped, and missing sales channels", async () => {
    expect(await item("surfaces")).toMatchObject({
      state: "done",
      findings: [{ code: "on", data: { surfaces: "A2A, UCP" } }, { code: "channels" }],
    })
    await changeSettings({ agents_stopped: true, ucp_sales_channels: ["sc_gone"] })
    const stopped = await item("surfaces")
    expect([stopped.state, codesOf(stopped)]).toEqual(["problem", ["on", "stopped", "channels_missing"]])
    expect(codesOf(await item("catalog"))[0]).toBe("no_products")
    await changeSettings({ agents_stopped: false, ucp_sales_channels: [] })
    await switchSurfaces({ a2a_enabled: false, ucp_enabled: false })
    expect(await item("surfaces")).toMatchObject({ state: "todo", findings: [{ code: "off" }] })
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true })
    expect((await item("surfaces")).findings[0]).toMatchObject({ data: { surfaces: "A2A, UCP, ACP, App" } })
    await switchSurfaces({ acp_enabled: false, app_enabled: false })
  })

  it("reports how far the first agent has come", async () => {
    await registerClient()
    expect(codesOf(await item("first_agent"))[0]).toBeOneOf(["registered", "consented", "called"])
  })

  it("contains no secret of the store", async () => {
    const text = JSON.stringify(await checklist())
    expect(text).not.toContain('"d":')
    const [hash] = await sql<{ hash: string }>("select hash from gw_oauth_token limit 1")
    if (hash) expect(text).not.toContain(hash.hash)
  })
})

describe("the discovery documents", () => {
  it("answer at the store's address, each with its response time", async () => {
    await switchSurfaces({ acp_enabled: true })
    const { documents } = await adminGet<{
      documents: { id: string; url: string; status: number; ok: boolean; ms: number }[]
    }>(`${root}/documents`)
    expect(documents.map(({ id }) => id)).toContain("agent_card")
    for (const { url, ok, ms } of documents) {
      expect(url.startsWith(world().base_url)).toBe(true)
      expect([url, ok, ms]).toEqual([url, true, expect.any(Number)])
    }
  })

  it("of a surface that is off are reported as off, and the public ones still answer", async () => {
    await switchSurfaces({ ucp_enabled: false, acp_enabled: false })
    const { documents } = await adminGet<{
      documents: { id: string; status: number; ok: boolean; is_off: boolean }[]
    }>(`${root}/documents`)
    const of = Object.fromEntries(documents.map(({ id, status, ok, is_off }) => [id, [status, ok, is_off]]))
    expect(of).toMatchObject({
      ucp_profile: [200, true, false],
      ucp_discovery: [503, false, true],
      acp_discovery: [404, false, true],
      product_feed: [503, false, true],
    })
    await switchSurfaces({ ucp_enabled: true })
  })
})

describe("a test run of the store", () => {
  it("is rejected with the reason where sandbox credentials are not possible [ADM-03]", async () => {
    expect(await adminGet(`${root}/test-run`)).toEqual({ possible: false, test_run: null })
    const refused = await adminPost(`${root}/test-run`)
    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { message: string }).message).toContain(
      "requires the plugin option debug"
    )
  })

  it("accepts its webhook at no address while no run is active", async () => {
    const post = (nonce: string) =>
      fetch(`${world().base_url}/gw-test-run/${nonce}`, { method: "POST", body: "{}" })
    for (const nonce of ["none", `gwt_${"a".repeat(43)}`, "%00"]) expect((await post(nonce)).status).toBe(404)
  })
})

describe("rejected settings", () => {
  it("report each wrong member by its path", async () => {
    const refused = await adminPost(`${root}/settings`, {
      a2a_ip_allow: ["10.0.0.0/8", "10.0.0.0/40"],
      a2a_hours: { time_zone: "UTC", days: { tue: ["9-5"] } },
      token_lifetimes: { refresh: 1 },
      cors_origins: ["https://one.example", "two"],
    })
    const { type, message } = (await refused.json()) as { type: string; message: string }
    expect([refused.status, type]).toEqual([400, "invalid_data"])
    for (const path of [
      "a2a_ip_allow.1",
      "a2a_hours.days.tue.0",
      "token_lifetimes.refresh",
      "cors_origins.1",
    ])
      expect(message).toContain(`${path}: `)
  })
})
