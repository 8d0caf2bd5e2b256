import { beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { sql } from "../support/database"
import { switchSurfaces } from "../support/oauth-client"
import { METRICS_TOKEN } from "../support/store-keys"
import { world } from "../support/world"

const read = (headers: Record<string, string> = { authorization: `Bearer ${METRICS_TOKEN}` }, init = {}) =>
  fetch(`${world().base_url}/gw-metrics`, { headers, ...init })

/** Every sample by its name and labels; fails on a line that is not in Prometheus' text format. */
async function samples(): Promise<Record<string, number>> {
  const lines = (await (await read()).text()).trimEnd().split("\n")
  const found: Record<string, number> = {}
  for (const line of lines) {
    if (/^# (HELP [a-z_]+ .+|TYPE [a-z_]+ (gauge|counter))$/.test(line)) continue
    const [, sample = "", value] =
      /^([a-z_]+(?:\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})?) (\S+)$/.exec(line) ?? []
    expect([line, Number(value)]).toEqual([line, expect.any(Number)])
    expect(found).not.toHaveProperty([sample])
    found[sample] = Number(value)
  }
  return found
}

const refused = (surface: string, reason: string) =>
  `gw_process_gates_refused_total{surface="${surface}",reason="${reason}"}`
const admitted = 'gw_process_gates_admitted_total{surface="a2a"}'

describe("the metrics", () => {
  let agent: Agent
  beforeAll(async () => {
    await switchSurfaces({ a2a_enabled: true, ucp_enabled: false })
    agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  })

  it.each([
    ["no token", {}],
    ["another token", { authorization: "Bearer metrics-token-of-the-test" }],
    ["a longer token", { authorization: `Bearer ${METRICS_TOKEN}s` }],
    ["the token in another scheme", { authorization: `Basic ${METRICS_TOKEN}` }],
  ])("answer 401 to a request with %s [MET-01]", async (_, headers) => {
    const response = await read(headers)
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer realm="metrics"',
    ])
    expect(await response.text()).not.toContain("gw_")
  })

  it("reject agent tokens, other methods and paths below [MET-01]", async () => {
    expect((await read({ authorization: `Bearer ${agent.access_token}` })).status).toBe(401)
    expect((await read(undefined, { method: "POST" })).status).toBe(405)
    const below = `${world().base_url}/gw-metrics/payments`
    expect((await fetch(below, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).status).toBe(404)
  })

  it("use Prometheus' text format, list each name once, and are not cached [MET-02]", async () => {
    const { status, headers } = await read()
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
      "no-store",
    ])
    const names = Object.keys(await samples())
    for (const name of [
      "gw_agents_stopped",
      ...["a2a", "ucp", "acp", "app"].map((surface) => `gw_surface_enabled{surface="${surface}"}`),
      ...["paid", "followed"].map((state) => `gw_storefront_payments_open{state="${state}"}`),
      ...["effects_pending", "payments_due", "page_payments_open", "bank_operations_open"].map(
        (one) => `gw_${one}`
      ),
      "gw_payments_review",
      ...["inbox_waiting", "push_due", "webhook_deliveries_pending", "catalog_stale"].flatMap((one) => [
        `gw_${one}`,
        `gw_${one}_oldest_seconds`,
      ]),
    ])
      expect(names).toContain(name)
  })

  it("count the accepted and rejected calls of this process at once, by surface and reason [MET-03]", async () => {
    const before = await samples()
    await agent.call("agent/listSkills")
    await Agent.withToken("gwa_none").call("agent/listSkills")
    await fetch(`${world().base_url}/gw-ucp/v1/carts`)
    const after = await samples()
    const more = (sample: string) => (after[sample] ?? 0) - (before[sample] ?? 0)
    expect([
      more(admitted),
      more(refused("a2a", "unauthorized")),
      more(refused("ucp", "surface_disabled")),
    ]).toEqual([1, 1, 1])
    expect(Object.keys(after).filter((name) => name.includes('surface="bank"'))).toEqual([])
  })

  it("show the database's counts and ages, also while all agents are stopped, and cache them for all readers [MET-04, SRV-27]", async () => {
    const { payment_id } = (await agent.createPayment()).artifacts
    await sql("update gw_payment set review_reason = 'test' where id = $1", [payment_id])
    // No worker takes this effect while the test runs.
    await sql(
      `insert into gw_effect (payment_id, key, effect, not_before, created_at)
       values ($1, 'metrics', 'captured', now() + interval '1 hour', now() - interval '1 hour')`,
      [payment_id]
    )
    await switchSurfaces({ agents_stopped: true })
    try {
      const [first = {}, ...others] = await eventually(async () => {
        const all = await Promise.all(Array.from({ length: 20 }, samples))
        if (Number(all[0]?.gw_effects_pending_oldest_seconds) < 3600) return undefined
        const counted = await sql<{ status: string; currency: string; count: number }>(
          "select status, currency, count(*)::int as count from gw_payment group by status, currency"
        )
        const isCurrent = counted.every(
          ({ status, currency, count }) =>
            all[0]?.[`gw_payments{status="${status}",currency="${currency}"}`] === count
        )
        return isCurrent ? all : undefined
      })
      expect(first.gw_payments_review).toBeGreaterThanOrEqual(1)
      expect(first.gw_effects_pending).toBeGreaterThanOrEqual(1)
      expect(first.gw_effects_pending_oldest_seconds).toBeGreaterThanOrEqual(3600)
      expect([first.gw_agents_stopped, first['gw_surface_enabled{surface="a2a"}']]).toEqual([1, 1])
      for (const other of others)
        expect(other.gw_effects_pending_oldest_seconds).toBe(first.gw_effects_pending_oldest_seconds)
    } finally {
      await switchSurfaces({ agents_stopped: false })
      await sql("delete from gw_effect where payment_id = $1 and key = 'metrics'", [payment_id])
      await sql("update gw_payment set review_reason = null where id = $1", [payment_id])
    }
  })
})
