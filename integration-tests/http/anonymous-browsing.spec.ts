import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { AgentFunnel, Funnel } from "../../src/domain/funnel"
import { allowAnonymous, BROWSING, forgetAnonymous, search } from "../support/anonymous"
import { CatalogReader, closeCatalog, openCatalog, variant } from "../support/catalog"
import { sql } from "../support/database"
import { deletedFrom } from "../support/deleted-rows"
import { runJob } from "../support/jobs"
import { callMethod, postMcp, STATELESS, stateless, toolCall, UCP_MCP } from "../support/mcp"
import { type McpClient, newMcpClient, oldMcpClient } from "../support/mcp-clients"
import { adminGet } from "../support/merchant"
import { mintTokens } from "../support/mint-tokens"
import { registerClient, switchSurfaces } from "../support/oauth-client"
import { AS_NEW, changeSettings, earlyInTheMinute } from "../support/policy"
import { customerGroup, priceList, withdraw } from "../support/promotions"
import { leftIn } from "../support/rate-limit"
import { lockChangedRow } from "../support/row-lock"
import { callUcp } from "../support/ucp"
import { world } from "../support/world"

const TOOLS = ["search_catalog", "lookup_catalog", "get_product"]

let reader: CatalogReader
beforeAll(async () => void (reader = await openCatalog()))
beforeEach(() => allowAnonymous())
afterEach(async () => {
  await forgetAnonymous()
  await changeSettings(AS_NEW)
})
afterAll(closeCatalog)

const browsing = Object.entries(BROWSING).map(([name, [path, init]]) => [name, path, init] as const)

const challenge = (headers: Headers) => headers.get("www-authenticate") ?? ""
const metadata = (path: string) => `${world().base_url}/.well-known/oauth-protected-resource/${path}`

describe("a call without a token", () => {
  it.each(browsing)(
    "gets from %s what a token of staff gets, while the merchant allows it [BRW-01]",
    async (_, path, init) => {
      const staff = await CatalogReader.ofStaff()
      const [without, with_token] = [
        await callUcp(path, undefined, init),
        await callUcp(path, staff.token, init),
      ]
      expect([without.status, without.body]).toEqual([200, with_token.body])
      await changeSettings({ ucp_anonymous_enabled: false })
      const { status, headers } = await callUcp(path, undefined, init)
      expect([status, challenge(headers)]).toEqual([401, expect.stringContaining(metadata("gw-ucp/v1"))])
    }
  )

  it("is rejected in a new store [BRW-01]", async () => {
    const [column] = await sql<{ column_default: string }>(
      "select column_default from information_schema.columns where column_name = 'ucp_anonymous_enabled'"
    )
    expect(column?.column_default).toBe("false")
  })

  it.each([
    ["POST", "/checkout-sessions"],
    ["GET", "/checkout-sessions/gwcs_none"],
    ["POST", "/carts"],
    ["GET", "/carts/gwcart_none"],
    ["GET", "/orders"],
    ["GET", "/products"],
    ["GET", "/products/feed.json"],
    ["GET", "/webhooks"],
  ])("cannot %s %s, and learns where tokens are issued [BRW-02]", async (method, path) => {
    const { status, headers } = await callUcp(`/gw-ucp/v1${path}`, undefined, { method })
    expect([status, challenge(headers)]).toEqual([401, expect.stringContaining(metadata("gw-ucp/v1"))])
  })

  it("opens no other surface [BRW-02]", async () => {
    await switchSurfaces({ acp_enabled: true, a2a_enabled: true })
    for (const path of ["/gw-a2a/v1/mcp", "/gw-acp/v1/mcp"])
      expect((await callMethod("tools/list", {}, { path })).status).toBe(401)
    await switchSurfaces({ acp_enabled: false })
  })

  it("does not get the prices of customers' groups [BRW-03]", async () => {
    const product = await reader.listed({ title: "Astrolabe", variants: [variant(40)] })
    const { customers } = await adminGet<{ customers: { id: string }[] }>("/admin/customers?has_account=true")
    const group = await customerGroup(customers.map(({ id }) => id))
    const variant_id = product.variants[0]?.id ?? ""
    await priceList([{ variant_id, currency_code: "eur", amount: 33 }], {
      rules: { "customer.groups.id": [group] },
    })
    const price = async (token: string | undefined) => {
      const { body } = await callUcp(`/gw-ucp/v1/catalog/${product.medusa_id}?currency=EUR`, token)
      return (body.product as typeof product).price_range.min.amount
    }
    expect([await price(undefined), await price(reader.token)]).toEqual([4000, 3300])
    await withdraw()
  })

  it("negotiates as with a token [BRW-04]", async () => {
    const { status, body } = await search(undefined, {
      "ucp-agent": 'profile="https://platform.example/profile.json";version="1999-01-01"',
    })
    expect([status, body.messages]).toMatchObject([424, [{ code: "profile_unreachable" }]])
  })

  it("appears in no funnel, and leaves nothing a day later [BRW-07]", async () => {
    const path = "/admin/agentic-commerce/funnel"
    const searches = async () => {
      const { funnel } = await adminGet<{ funnel: { total: Funnel; agents: AgentFunnel[] } }>(path)
      const { total, agents } = funnel
      return [total.searches, agents.filter(({ client_id }) => client_id.startsWith("anonymous:"))]
    }
    const before = await searches()
    expect((await search()).status).toBe(200)
    expect(await searches()).toEqual([before[0], []])
    const kept = () => sql("select client_id from gw_usage where client_id like 'anonymous:%'")
    await runJob("purge-audit")
    expect(await kept()).toHaveLength(1)
    await sql("update gw_usage set day_at = day_at - interval '1 day' where client_id like 'anonymous:%'")
    await runJob("purge-audit")
    expect(await kept()).toEqual([])
  })

  it("is forgotten in batches, which wait for no call that is being counted [BRW-07]", async () => {
    const day = (client_id: string, days: number, rows: number) =>
      sql(
        `insert into gw_usage select $1 || n, t.at, 1, t.at, 1, t.at, 1
           from generate_series(1, $3) n, (select now() - $2 * interval '1 day' as at) t`,
        [client_id, days, rows]
      )
    await day("anonymous:old_", 1, 2500)
    await day("anonymous:today_", 0, 1)
    await day("client_old_", 1, 1)
    const counted = "update gw_usage set day_at = now() where client_id = 'anonymous:old_1700'"
    const batches = await deletedFrom("gw_usage", async () => {
      const call = await lockChangedRow(counted, [])
      await runJob("purge-audit")
      await call.commit()
    })
    expect(batches).toEqual([1000, 1000, 499])
    expect(
      await sql("select client_id from gw_usage where client_id ~ '_(old|today)_|:(old|today)_' order by 1")
    ).toEqual(["anonymous:old_1700", "anonymous:today_1", "client_old_1"].map((client_id) => ({ client_id })))
    await sql("delete from gw_usage where client_id = 'client_old_1'")
  })

  it("is announced in the discovery document and in llms.txt [BRW-08]", async () => {
    const read = async () => {
      const { body } = await callUcp("/gw-ucp/v1/discovery", undefined)
      const routes = body.routes as { method: string; path: string; token: boolean }[]
      const text = await (await fetch(`${world().base_url}/llms.txt`)).text()
      const open = routes.filter(({ path, token }) => path.startsWith("/catalog") && !token)
      return [
        open.length,
        routes.find(({ path }) => path === "/carts")?.token,
        text.includes("Without a token"),
      ]
    }
    expect(await read()).toEqual([browsing.length, true, true])
    await changeSettings({ ucp_anonymous_enabled: false })
    expect(await read()).toEqual([0, true, false])
  })
})

describe("a token that is sent", () => {
  it("is checked: a wrong one, an expired one and one of another surface are rejected [BRW-05]", async () => {
    const client = await registerClient()
    const { access_token: foreign } = await mintTokens(client, "admin")
    const own = await registerClient({ client_type: "ucp_agent" })
    const { access_token: expired } = await mintTokens(own, "customer")
    await sql(
      `update gw_oauth_token t set expires_at = now() from gw_oauth_grant g where g.id = t.grant_id and g.client_id = $1`,
      [own.client_id]
    )
    const tokens = ["gwa_unknown", foreign, expired].map((token) => `Bearer ${token}`)
    for (const authorization of [...tokens, "Basic eDp5", "Bearer", "gibberish"])
      for (const answer of [
        await search(undefined, { authorization }),
        await postMcp(toolCall("search_catalog", { catalog: { query: "mug" } }), {
          headers: { authorization },
        }),
      ])
        expect([answer.status, challenge(answer.headers)]).toEqual([
          401,
          expect.stringContaining('error="invalid_token"'),
        ])
  })
})

describe("the limits for calls without a token", () => {
  it("answer 429 with the rate limit headers, over REST and MCP, and leave tokens alone [BRW-06]", async () => {
    await earlyInTheMinute()
    await allowAnonymous({ minute: 3 })
    const overMcp = () => postMcp(toolCall("search_catalog", { catalog: { query: "mug" } }))
    const answers = [await search(), await callMethod("tools/list"), await overMcp(), await overMcp()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers.map(({ headers }) => leftIn(headers).minute)).toEqual([2, 1, 0, 0])
    const { status, headers, body } = await callMethod("initialize")
    expect([status, body.error?.data.code]).toEqual([429, "rate_limited"])
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
    expect((await reader.post("/catalog/search", { query: "mug" })).status).toBe(200)
    expect((await callUcp("/gw-ucp/v1/carts", undefined, { method: "POST" })).status).toBe(401)
    await forgetAnonymous()
    expect((await search()).status).toBe(200)
  })

  it("count concurrent calls exactly [BRW-06]", async () => {
    await earlyInTheMinute()
    await allowAnonymous({ minute: 5 })
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => search()))).map(
      ({ status }) => status
    )
    expect(statuses.filter((one) => one === 200)).toHaveLength(5)
    expect(statuses.filter((one) => one === 429)).toHaveLength(7)
  })
})

describe("the other gates", () => {
  it("hold without a token: stopped agents and a surface that is off [BRW-04]", async () => {
    await switchSurfaces({ agents_stopped: true })
    expect((await search()).status).toBe(503)
    await switchSurfaces({ agents_stopped: false, ucp_enabled: false })
    expect([(await search()).status, (await callMethod("tools/list")).status]).toEqual([503, 503])
    await switchSurfaces({ ucp_enabled: true })
    expect((await search()).status).toBe(200)
  })

  it("hold without a token: an origin that the merchant has not allowed [BRW-04]", async () => {
    const headers = { origin: "https://elsewhere.example" }
    expect((await callMethod("tools/list", {}, { headers })).status).toBe(403)
  })
})

const CLIENTS: [string, () => Promise<McpClient>][] = [
  [
    "@modelcontextprotocol/client 2.4, pinned to 2026-07-28",
    () => newMcpClient(undefined, { pin: STATELESS }),
  ],
  ["@modelcontextprotocol/client 2.4, automatic", () => newMcpClient(undefined, "auto")],
  ["@modelcontextprotocol/client 2.4, older versions", () => newMcpClient(undefined, "legacy")],
  ["@modelcontextprotocol/sdk 1.32", () => oldMcpClient(undefined)],
]

describe.each(CLIENTS)("the official client %s without a token", (_, connect) => {
  it("sees the tools of the catalog, uses them, and can call no others [BRW-09]", async () => {
    const client = await connect()
    expect(await client.tools()).toEqual(TOOLS)
    const { structuredContent } = await client.call("search_catalog", { catalog: { query: "mug" } })
    expect((structuredContent?.products as object[]).length).toBeGreaterThan(0)
    expect(await client.resources()).toHaveLength(1)
    await expect(client.call("create_cart", { cart: { line_items: [] } })).rejects.toThrow(
      /401|unauthorized/i
    )
    await client.close()
  })

  it("does not connect while the merchant does not allow it [BRW-09]", async () => {
    await changeSettings({ ucp_anonymous_enabled: false })
    await expect(connect()).rejects.toThrow(/401|unauthorized/i)
  })
})

describe("MCP without a token", () => {
  it("names the metadata of the server where a tool needs a token, so that clients begin the login [BRW-02]", async () => {
    for (const name of ["create_cart", "create_checkout", "complete_checkout", "get_order", "list_orders"]) {
      const { status, headers } = await postMcp(toolCall(name, {}))
      expect([status, challenge(headers)]).toEqual([401, expect.stringContaining(metadata("gw-ucp/v1/mcp"))])
    }
  })

  it("says in its instructions that buying needs a login, and with a token does not [BRW-09]", async () => {
    const discover = stateless("server/discover")
    const instructions = async (token?: string) => [
      (await callMethod("initialize", {}, { token })).body.result?.instructions,
      (await postMcp(discover.body, { token, headers: discover.headers })).body.result?.instructions,
    ]
    for (const text of await instructions()) expect(text).toMatch(/^You are not logged in/)
    for (const text of await instructions(reader.token)) expect(text).toMatch(/^Shop in one/)
  })

  it("gets the protocol's errors for malformed messages, and they count [BRW-06]", async () => {
    await earlyInTheMinute()
    await allowAnonymous({ minute: 2 })
    const ask = () => postMcp("{", { path: UCP_MCP })
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([400, 400, 429])
  })
})
