import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent } from "../support/acp"
import { Agent } from "../support/agent"
import { App } from "../support/app"
import { sql } from "../support/database"
import { postMcp, toolCall } from "../support/mcp"
import { mintTokens } from "../support/mint-tokens"
import { registerClient, switchSurfaces } from "../support/oauth-client"
import { AS_NEW, changeSettings, earlyInTheMinute, otherHours, setRules } from "../support/policy"
import { itemsIn, leftIn } from "../support/rate-limit"
import { RestCaller } from "../support/rest"
import { callUcp } from "../support/ucp"
import { world } from "../support/world"

interface Answered {
  readonly status: number
  readonly headers: Headers
}

/** A client of a surface, and a call of it that changes nothing. */
interface Asking {
  readonly client_id: string
  ask(): Promise<Answered>
}

const READ = "a2a:payments:read"
const HERE = ["127.0.0.0/8", "::1"]
const ELSEWHERE = ["203.0.113.0/24"]
const NAMES = ["ratelimit-policy", "ratelimit"]
const valuesIn = ({ headers }: Answered) => NAMES.map((name) => headers.get(name))
const get = (path: string, token?: string) =>
  fetch(`${world().base_url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })

const SURFACES: Record<string, () => Promise<Asking>> = {
  async "A2A's JSON-RPC endpoint"() {
    const agent = await Agent.withLimits(READ)
    return { client_id: agent.client_id, ask: () => agent.call("agent/listSkills") }
  },
  async "A2A's HTTP+JSON binding"() {
    const agent = await Agent.withLimits(READ)
    const rest = new RestCaller(agent)
    return { client_id: agent.client_id, ask: () => rest.open("GET", "/tasks") }
  },
  async "A2A's extended card"() {
    const { client_id, access_token } = await Agent.withLimits(READ)
    return { client_id, ask: () => get("/gw-a2a/v1/agent-card", access_token) }
  },
  async UCP() {
    const client = await registerClient({ client_type: "ucp_agent" })
    const { access_token } = await mintTokens(client, "customer")
    return { client_id: client.client_id, ask: () => callUcp("/gw-ucp/v1/probe", access_token) }
  },
  async "UCP over MCP"() {
    const client = await registerClient({ client_type: "ucp_agent" })
    const { access_token: token } = await mintTokens(client, "customer")
    const search = toolCall("search_catalog", { catalog: { query: "mug" } })
    return { client_id: client.client_id, ask: () => postMcp(search, { token }) }
  },
  async ACP() {
    const agent = await AcpAgent.of()
    const ask = () => agent.send("/checkout_sessions/gwcs_none", { method: "GET" })
    return { client_id: agent.client_id, ask }
  },
  async "the app"() {
    const app = await App.of("customer")
    return { client_id: app.client.client_id, ask: () => app.send("GET", "/payments") }
  },
}

beforeAll(() =>
  switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true, app_enabled: true })
)
afterEach(() => changeSettings(AS_NEW))
afterAll(() => switchSurfaces({ ucp_enabled: false, acp_enabled: false, app_enabled: false }))

describe("the rate limit headers", () => {
  it.each(Object.entries(SURFACES))(
    "of %s name the limits, fall with each call, and start again with the window [LIM-05]",
    async (_, clientOf) => {
      await earlyInTheMinute()
      const { client_id, ask } = await clientOf()
      await setRules(client_id, { limits: { minute: 3, hour: 10, day: null } })
      const answers: Answered[] = []
      for (let call = 0; call < 4; call++) answers.push(await ask())
      expect(answers.map(({ headers }) => leftIn(headers))).toEqual([
        { minute: 2, hour: 9 },
        { minute: 1, hour: 8 },
        { minute: 0, hour: 7 },
        { minute: 0, hour: 7 },
      ])
      for (const { headers } of answers)
        expect(headers.get("ratelimit-policy")).toBe('"minute";q=3;w=60, "hour";q=10;w=3600')
      expect(answers.map(({ status }) => status === 429)).toEqual([false, false, false, true])
      const refused = (answers[3] as Answered).headers
      expect(refused.get("retry-after")).toBe(String(itemsIn(refused.get("ratelimit"))?.minute?.t))
      await sql("update gw_usage set minute_at = minute_at - interval '1 minute' where client_id = $1", [
        client_id,
      ])
      const next = await ask()
      expect([next.status === 429, leftIn(next.headers)]).toEqual([false, { minute: 2, hour: 6 }])
    }
  )

  it("say in how many seconds each window ends [LIM-05]", async () => {
    await earlyInTheMinute()
    const agent = await Agent.withLimits(READ)
    const clock = () => Date.now() / 1000
    const before = clock()
    const { headers } = await agent.call("agent/listSkills")
    const after = clock()
    const items = itemsIn(headers.get("ratelimit")) ?? {}
    for (const [window, seconds] of Object.entries({ minute: 60, hour: 3600, day: 86_400 })) {
      expect(items[window]?.t).toBeGreaterThanOrEqual(Math.ceil(seconds - (after % seconds)))
      expect(items[window]?.t).toBeLessThanOrEqual(Math.ceil(seconds - (before % seconds)))
    }
  })

  it("of 20 concurrent calls show each number once [LIM-05]", async () => {
    const agent = await Agent.withLimits(READ)
    await setRules(agent.client_id, { limits: { minute: null, hour: null, day: 20 } })
    const calls = Array.from({ length: 20 }, () => agent.call("agent/listSkills"))
    const left = (await Promise.all(calls)).map(({ headers }) => leftIn(headers).day)
    expect(left.sort((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })

  it("count one client only [LIM-05]", async () => {
    const [one, other] = [await Agent.withLimits(READ), await Agent.withLimits(READ)]
    for (let call = 0; call < 3; call++) await one.call("agent/listSkills")
    expect(leftIn((await other.call("agent/listSkills")).headers).day).toBe(4999)
  })

  it("are the same where IP addresses and an access schedule are checked before the call counts [LIM-05]", async () => {
    const agent = await Agent.withLimits(READ)
    await setRules(agent.client_id, { ip_allow: HERE, limits: { minute: null, hour: null, day: 2 } })
    const left = async () => leftIn((await agent.call("agent/listSkills")).headers)
    expect([await left(), await left(), await left()]).toEqual([{ day: 1 }, { day: 0 }, { day: 0 }])
  })

  it("are on streams and on errors after the gates [LIM-05]", async () => {
    const agent = await Agent.withLimits(READ, "a2a:payments:create")
    const { task_id } = await agent.createPayment()
    const stream = await agent.stream(task_id)
    await stream.body?.cancel()
    const answers = [stream, await agent.stream("task_none"), await agent.post("{")]
    expect(answers.map(({ headers }) => leftIn(headers).day)).toEqual([4998, 4997, 4996])
  })

  it("are absent for a client without limits [LIM-06]", async () => {
    const agent = await Agent.withScopes(READ)
    expect(valuesIn(await agent.call("agent/listSkills"))).toEqual([null, null])
  })

  it("are absent where no call of a client was counted [LIM-06]", async () => {
    const agent = await Agent.withLimits(READ)
    const list = () => agent.call("agent/listSkills")
    const answers: Answered[] = [
      await get("/gw-a2a/v1/agent-card"),
      await get("/gw-a2a/v1/agent-card", `gwa_${"A".repeat(43)}`),
      await get("/gw-a2a/v1/nothing", agent.access_token),
      await get("/.well-known/agent-card.json", agent.access_token),
      await agent.send("create_payment", { amount: 100, currency: "EUR" }),
    ]
    await setRules(agent.client_id, { ip_allow: ELSEWHERE, hours: otherHours() })
    answers.push(await list())
    await setRules(agent.client_id, { ip_allow: null })
    answers.push(await list())
    await switchSurfaces({ a2a_enabled: false })
    answers.push(await list())
    await switchSurfaces({ a2a_enabled: true })
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 404, 200, 403, 403, 403, 503])
    expect(answers.flatMap(valuesIn).filter((value) => value !== null)).toEqual([])
  })

  it("can be read by the pages that may call [LIM-05]", async () => {
    const origin = "https://agent.example"
    await changeSettings({ cors_origins: [origin] })
    const agent = await Agent.withLimits(READ)
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "agent/listSkills" })
    const { headers } = await agent.post(body, { headers: { origin } })
    const exposed = headers.get("access-control-expose-headers")?.toLowerCase().split(", ")
    expect(exposed).toEqual(expect.arrayContaining(NAMES))
  })
})
