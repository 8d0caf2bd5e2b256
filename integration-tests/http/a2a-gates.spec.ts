import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, type RpcAnswer } from "../support/agent"
import { sql } from "../support/database"
import { switchSurfaces } from "../support/oauth-client"
import { OfficialCaller, skillMessage, type WireVersion } from "../support/official"
import {
  ALWAYS,
  AS_NEW,
  callsToday,
  changeSettings,
  earlyInTheMinute,
  ELSEWHERE,
  HERE,
  otherHours,
  setRules,
} from "../support/policy"
import { world } from "../support/world"

const ask = (agent: Agent) => agent.call("tasks/get", { task_id: "task_none" })
const outcome = ({ status, body }: RpcAnswer) => [status, body.error.code, body.error.data.code]
const ACCEPTED = [200, -32001, "task_not_found"]

let agent: Agent

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withLimits("a2a:payments:read")
})

afterEach(() => changeSettings(AS_NEW))

describe("the allowed IP addresses", () => {
  it("reject a call from another address with 403 and -32013 [AUTH-14, ERR-06]", async () => {
    await changeSettings({ a2a_ip_allow: ELSEWHERE })
    expect(outcome(await ask(agent))).toEqual([403, -32013, "ip_not_allowed"])
  })

  it("accept a call from an address on the list [AUTH-14]", async () => {
    await changeSettings({ a2a_ip_allow: [...ELSEWHERE, ...HERE] })
    expect(outcome(await ask(agent))).toEqual(ACCEPTED)
  })

  it.each(["x-forwarded-for", "x-client-ip", "x-real-ip", "forwarded", "cf-connecting-ip"])(
    "ignore the header %s of an untrusted sender [AUTH-14]",
    async (header) => {
      await changeSettings({ a2a_ip_allow: ELSEWHERE })
      const answer = await agent.post("{}", { headers: { [header]: "203.0.113.7" } })
      expect(outcome(answer)).toEqual([403, -32013, "ip_not_allowed"])
    }
  )

  it("of a client override those of the surface, also when the client's list is empty [AUTH-14]", async () => {
    const own = await Agent.withLimits("a2a:payments:read")
    await setRules(own.client_id, { ip_allow: ELSEWHERE })
    expect(outcome(await ask(own))).toEqual([403, -32013, "ip_not_allowed"])
    expect(outcome(await ask(agent))).toEqual(ACCEPTED)
    await changeSettings({ a2a_ip_allow: ELSEWHERE })
    await setRules(own.client_id, { ip_allow: [] })
    expect(outcome(await ask(own))).toEqual(ACCEPTED)
    await setRules(own.client_id, { ip_allow: null })
    expect(outcome(await ask(own))).toEqual([403, -32013, "ip_not_allowed"])
  })
})

describe("the access schedule", () => {
  it("rejects calls outside its hours with 403 and -32014 [AUTH-15, ERR-06]", async () => {
    await changeSettings({ a2a_hours: otherHours() })
    expect(outcome(await ask(agent))).toEqual([403, -32014, "outside_hours"])
  })

  it("accepts calls within its hours [AUTH-15]", async () => {
    await changeSettings({ a2a_hours: ALWAYS })
    expect(outcome(await ask(agent))).toEqual(ACCEPTED)
  })

  it("of a client overrides that of the surface [AUTH-15]", async () => {
    const own = await Agent.withLimits("a2a:payments:read")
    await setRules(own.client_id, { hours: otherHours() })
    expect(outcome(await ask(own))).toEqual([403, -32014, "outside_hours"])
    expect(outcome(await ask(agent))).toEqual(ACCEPTED)
    await changeSettings({ a2a_hours: otherHours() })
    await setRules(own.client_id, { hours: ALWAYS })
    expect(outcome(await ask(own))).toEqual(ACCEPTED)
  })
})

describe("the rate limit", () => {
  const asManyAs = async (calls: number, who: Agent) => {
    for (let call = 0; call < calls; call++) expect(outcome(await ask(who))).toEqual(ACCEPTED)
  }

  it.each([
    ["minute", 60],
    ["hour", 3600],
    ["day", 86_400],
  ] as const)(
    "per %s, once reached, answers 429 and -32003 with window, limit and Retry-After [AUTH-16, ERR-05, LIM-01, LIM-02, LIM-03]",
    async (window, seconds) => {
      await earlyInTheMinute()
      const own = await Agent.withLimits("a2a:payments:read")
      await changeSettings({ a2a_limits: { [window]: 3 } })
      await asManyAs(3, own)
      const { status, headers, body } = await ask(own)
      expect([status, body.error.code]).toEqual([429, -32003])
      expect(body.error.data).toMatchObject({ code: "rate_limited", window, limit: 3 })
      const wait = Number(headers.get("retry-after"))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(seconds)
      expect(body.error.data.retry_after).toBe(wait)
    }
  )

  it.each(["minute", "hour", "day"])("starts again when the %s is over [AUTH-16]", async (window) => {
    await earlyInTheMinute()
    const own = await Agent.withLimits("a2a:payments:read")
    await setRules(own.client_id, { limits: { [window]: 1 } })
    await asManyAs(1, own)
    expect((await ask(own)).status).toBe(429)
    await sql(
      `update gw_usage set ${window}_at = ${window}_at - interval '1 ${window}' where client_id = $1`,
      [own.client_id]
    )
    await asManyAs(1, own)
    expect((await ask(own)).status).toBe(429)
  })

  it("of a new store accepts 60 calls in a minute and rejects the 61st [LIM-01]", async () => {
    await earlyInTheMinute()
    const own = await Agent.withLimits("a2a:payments:read")
    const answers = await Promise.all(Array.from({ length: 61 }, () => ask(own)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.map(({ body }) => body.error.data)).toMatchObject([{ window: "minute", limit: 60 }])
  })

  it("of a client overrides that of the surface, window by window [AUTH-16]", async () => {
    const own = await Agent.withLimits("a2a:payments:read")
    await setRules(own.client_id, { limits: { day: 2, minute: null } })
    await changeSettings({ a2a_limits: { minute: 1 } })
    await asManyAs(2, own)
    expect((await ask(own)).body.error.data).toMatchObject({ window: "day", limit: 2 })
  })

  it("counts each client separately [AUTH-16]", async () => {
    const [one, other] = [
      await Agent.withLimits("a2a:payments:read"),
      await Agent.withLimits("a2a:payments:read"),
    ]
    await changeSettings({ a2a_limits: { day: 1 } })
    await asManyAs(1, one)
    await asManyAs(1, other)
  })

  it("does not count rejected calls, so that a fast client is not locked out of the next window", async () => {
    const own = await Agent.withLimits("a2a:payments:read")
    await setRules(own.client_id, { limits: { day: 2 } })
    await asManyAs(2, own)
    for (let call = 0; call < 3; call++) expect((await ask(own)).status).toBe(429)
    expect(await callsToday(own.client_id)).toBe(2)
  })
})

describe("the five gates", () => {
  it("run in order: a call that fails several gets the error of the first [AUTH-17]", async () => {
    const own = await Agent.withLimits("a2a:payments:create")
    const everything = { ip_allow: ELSEWHERE, hours: otherHours(), limits: { day: 1 } }
    await own.call("agent/listSkills")
    await setRules(own.client_id, everything)
    const stranger = Agent.withToken(`gwa_${"A".repeat(43)}`)
    expect(outcome(await ask(stranger))[2]).toBe("unauthorized")
    expect(outcome(await ask(own))[2]).toBe("scope_denied")
    const skills = () => own.call("agent/listSkills")
    expect(outcome(await skills())[2]).toBe("ip_not_allowed")
    await setRules(own.client_id, { ip_allow: HERE })
    expect(outcome(await skills())[2]).toBe("outside_hours")
    await setRules(own.client_id, { hours: ALWAYS })
    expect(outcome(await skills())[2]).toBe("rate_limited")
    await setRules(own.client_id, { limits: { day: 2 } })
    expect((await skills()).body.result).toBeDefined()
  })

  it.each([
    ["malformed JSON", "{"],
    ["JSON that is not JSON-RPC", "[]"],
    ["an unknown method", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/destroy" })],
    [
      "an unknown skill",
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/send", params: { skill_id: "fly", input: {} } }),
    ],
    ["a body over the size limit", "x".repeat(300 * 1024)],
  ])(
    "run before %s is reported, and the call counts toward the rate limit [AUTH-17, AUTH-18]",
    async (_, body) => {
      const own = await Agent.withLimits("a2a:payments:read")
      for (const [rules, code] of [
        [{ ip_allow: ELSEWHERE }, "ip_not_allowed"],
        [{ ip_allow: null, hours: otherHours() }, "outside_hours"],
        [{ hours: null, limits: { day: 1 } }, undefined],
      ] as const) {
        await setRules(own.client_id, rules)
        if (code) expect((await own.post(body)).body.error.data.code).toBe(code)
      }
      expect(await callsToday(own.client_id)).toBe(0)
      expect([200, 413]).toContain((await own.post(body)).status)
      expect(await callsToday(own.client_id)).toBe(1)
      expect((await own.post(body)).body.error.data.code).toBe("rate_limited")
    }
  )

  it("do not count a call that one of the first four rejected [AUTH-17]", async () => {
    const own = await Agent.withLimits("a2a:payments:create")
    await ask(own)
    await setRules(own.client_id, { ip_allow: ELSEWHERE, hours: otherHours() })
    await own.call("agent/listSkills")
    await setRules(own.client_id, { ip_allow: HERE })
    await own.call("agent/listSkills")
    expect(await callsToday(own.client_id)).toBe(0)
  })

  it("also protect the other endpoints of the surface [AUTH-14, AUTH-15, AUTH-16]", async () => {
    const own = await Agent.withLimits("a2a:payments:read")
    for (const [rules, status] of [
      [{ ip_allow: ELSEWHERE }, 403],
      [{ ip_allow: null, hours: otherHours() }, 403],
      [{ hours: null, limits: { day: 1 } }, 404],
      [{}, 429],
    ] as const) {
      if (Object.keys(rules).length) await setRules(own.client_id, rules)
      expect((await own.stream("task_none")).status).toBe(status)
    }
  })
})

const OWN = { unauthorized: -32010, scope: -32002, ip: -32013, hours: -32014, rate: -32003 }
const OFFICIAL = { ...OWN, scope: -32012, rate: -32016 }
const READ = "a2a:payments:read"
const readsPayments = { message: skillMessage("1.0", "list_payments", { limit: 1 }) }
const official = (version: WireVersion, method: string, params: object) => (who: Agent) =>
  new OfficialCaller(who, version).open(method, params)

describe("the five gates of the extended card and the official streams", () => {
  it.each([
    ["GET agent-card", cardOf, OWN, undefined],
    [
      "agent/getAuthenticatedExtendedCard",
      official("0.3", "agent/getAuthenticatedExtendedCard", {}),
      OFFICIAL,
      undefined,
    ],
    ["GetExtendedAgentCard", official("1.0", "GetExtendedAgentCard", {}), OFFICIAL, undefined],
    ["SendStreamingMessage", official("1.0", "SendStreamingMessage", readsPayments), OFFICIAL, READ],
    ["SubscribeToTask", official("1.0", "SubscribeToTask", { id: "task_none" }), OFFICIAL, READ],
  ] as const)(
    "reject calls of %s in the same order [AUTH-14, AUTH-15, AUTH-16, AUTH-17]",
    async (_, open, codes, scope) => {
      const refusal = async (who: Agent) => {
        const response = await open(who)
        const { error } = (await response.json()) as { error: { code: number } }
        return [response.status, error.code]
      }
      expect(await refusal(Agent.withToken(`gwa_${"A".repeat(43)}`))).toEqual([401, codes.unauthorized])
      const own = await Agent.withLimits(READ)
      await setRules(own.client_id, { ip_allow: ELSEWHERE, hours: otherHours(), limits: { day: 1 } })
      if (scope) {
        const other = await Agent.withLimits("a2a:payments:create")
        await setRules(other.client_id, { ip_allow: ELSEWHERE })
        expect(await refusal(other)).toEqual([403, codes.scope])
      }
      expect(await refusal(own)).toEqual([403, codes.ip])
      await setRules(own.client_id, { ip_allow: HERE })
      expect(await refusal(own)).toEqual([403, codes.hours])
      await setRules(own.client_id, { hours: ALWAYS })
      expect((await open(own)).status).toBe(200)
      expect(await refusal(own)).toEqual([429, codes.rate])
      expect(await callsToday(own.client_id)).toBe(1)
    }
  )
})

function cardOf({ access_token }: Agent): Promise<Response> {
  const headers = { authorization: `Bearer ${access_token}` }
  return fetch(`${world().base_url}/gw-a2a/v1/agent-card`, { headers })
}
