import { randomBytes, randomUUID } from "node:crypto"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { AcpAgent, ANA, CAPABLE, paymentFor, SUPPORTED, VERSION } from "../support/acp"
import { expectIs } from "../support/acp-schemas"
import { clearFaults, fault } from "../support/bank-ledger"
import { sql } from "../support/database"
import { WAIT_TIMEOUT, RUNS, wrongText } from "../support/malformed"
import { switchSurfaces } from "../support/oauth-client"
import { attemptsOf } from "../support/purchases"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { world } from "../support/world"

let agent: AcpAgent
let item: string

beforeAll(async () => {
  ;({ agent, item } = await openAcpShop("Octant"))
})

afterAll(async () => {
  await clearFaults()
  await closeAcpShop()
})

const at = (path: string, init?: RequestInit) => fetch(`${world().base_url}${path}`, init)
const bodyOf = (quantity = 1) => ({
  currency: "eur",
  capabilities: CAPABLE,
  line_items: [{ id: item, quantity }],
})
const create = (body: unknown, headers: Record<string, string | undefined> = {}) =>
  agent.send("/checkout_sessions", { body, headers })
const keyed = (key: string) => ({ "idempotency-key": key })

describe("the discovery document", () => {
  const document = () => at("/.well-known/acp.json")

  it("is public, may be cached for an hour, and has no members beyond the documented ones [ACP-01]", async () => {
    const response = await document()
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"])
    const body = (await response.json()) as object
    expectIs("DiscoveryResponse", body)
    expect(body).toEqual({
      protocol: { name: "acp", version: VERSION, supported_versions: [...SUPPORTED].reverse() },
      api_base_url: `${world().base_url}/gw-acp/v1`,
      transports: ["rest", "mcp"],
      capabilities: {
        services: ["checkout", "orders", "carts"],
        extensions: [{ name: "discount" }],
        intervention_types: ["3ds"],
        // Other tests add currencies to the store.
        supported_currencies: expect.arrayContaining(["eur", "ron"]) as string[],
      },
    })
  })

  it("answers 404 while the surface is off, and the surface's routes answer 503 [ACP-02]", async () => {
    await switchSurfaces({ acp_enabled: false })
    try {
      expect((await document()).status).toBe(404)
      const { status, body, headers } = await create(bodyOf())
      expect([status, body.type, body.code]).toEqual([503, "service_unavailable", "surface_disabled"])
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
    } finally {
      await switchSurfaces({ acp_enabled: true })
    }
  })

  it("answers 404 while all agents are stopped", async () => {
    await switchSurfaces({ agents_stopped: true })
    try {
      expect((await document()).status).toBe(404)
      expect((await create(bodyOf())).status).toBe(503)
    } finally {
      await switchSurfaces({ agents_stopped: false })
    }
  })
})

describe("the headers of a request", () => {
  it.each([undefined, "2026-04-18", "2025-09-29", "1", ""])(
    "must name a supported version: %j is rejected [ACP-03]",
    async (version) => {
      const { status, body } = await create(bodyOf(), { "api-version": version })
      expect([status, body]).toEqual([
        400,
        {
          type: "invalid_request",
          code: "unsupported_api_version",
          supported_versions: [...SUPPORTED],
          message: expect.any(String) as string,
        },
      ])
    }
  )

  it("are returned in the answer: request id and idempotency key", async () => {
    const key = randomUUID()
    const { headers } = await create(bodyOf(), { ...keyed(key), "request-id": "req_1" })
    expect([headers.get("request-id"), headers.get("idempotency-key")]).toEqual(["req_1", key])
    const refused = await create({}, { ...keyed(key), "request-id": "req_2" })
    expect([
      refused.status,
      refused.headers.get("request-id"),
      refused.headers.get("idempotency-key"),
    ]).toEqual([400, "req_2", key])
  })

  it("accept any ASCII text as the idempotency key", async () => {
    const headers = { "idempotency-key": "key of 2026-04-17, No. 1" }
    await agent.session(create(bodyOf(), headers), 201)
    const again = await create(bodyOf(), headers)
    expect([again.status, again.headers.get("idempotency-key")]).toEqual([201, headers["idempotency-key"]])
  })

  it.each([undefined, "", "x".repeat(256), "é"])(
    "must have a valid idempotency key for every POST, case %# [ACP-04]",
    async (key) => {
      const { id } = await agent.ready([[item, 1]])
      const headers = { "idempotency-key": key }
      const answers = await Promise.all([
        create(bodyOf(), headers),
        agent.update(id, {}, headers),
        agent.complete(id, {}, headers),
        agent.cancel(id, {}, headers),
      ])
      for (const { status, body } of answers)
        expect([status, body.code]).toEqual([400, "idempotency_key_required"])
      expect((await agent.read(id)).status).toBe("ready_for_payment")
    }
  )
})

describe("a request with an idempotency key", () => {
  const sessionsOfAgent = async () =>
    (
      await sql<{ n: number }>("select count(*)::int as n from gw_session where client_id = $1", [
        agent.client_id,
      ])
    )[0]?.n

  it("gets a byte-identical answer with a replay header when repeated, whatever the layout of its JSON [ACP-18]", async () => {
    const key = keyed(randomUUID())
    const first = await create(bodyOf(), key)
    const count = await sessionsOfAgent()
    const { line_items: _, ...rest } = bodyOf()
    const written = `{ "line_items": [{"quantity": 1.0, "id": ${JSON.stringify(item)}}], ${JSON.stringify(rest).slice(1)}`
    const again = await create(written, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"])
    expect(await sessionsOfAgent()).toBe(count)
  })

  it("gets a 422 when the key is reused with other content, also when null replaces an absent member [ACP-19]", async () => {
    const key = keyed(randomUUID())
    await create(bodyOf(), key)
    for (const other of [bodyOf(2), { ...bodyOf(), buyer: null }]) {
      const { status, body } = await create(other, key)
      expect([status, body.type, body.code]).toEqual([422, "invalid_request", "idempotency_conflict"])
    }
  })

  it("is independent of the same key on another path or by another client", async () => {
    const key = keyed(randomUUID())
    const first = await agent.session(create(bodyOf(), key), 201)
    const second = await agent.session(create(bodyOf()), 201)
    for (const { id } of [first, second])
      expect((await agent.update(id, { buyer: ANA }, key)).headers.get("idempotent-replayed")).toBeNull()
    const other = await AcpAgent.of()
    const { id } = await other.session(other.create([[item, 1]], {}, key), 201)
    expect(id).not.toBe(first.id)
  })

  it("gets a 409 while the same key is executing, and one payment is created [ACP-20]", async () => {
    const { id } = await agent.ready([[item, 1]])
    const key = keyed(randomUUID())
    const answers = await Promise.all(Array.from({ length: 4 }, () => agent.complete(id, {}, key)))
    const ran = answers.filter(({ status }) => status === 200)
    const waited = answers.filter(({ status }) => status === 409)
    expect([ran.length + waited.length, waited.length > 0]).toEqual([4, true])
    for (const { body, headers } of waited)
      expect([body.code, headers.get("retry-after")]).toEqual(["idempotency_in_flight", "1"])
    expect(await attemptsOf(id)).toHaveLength(1)
    const late = await agent.complete(id, {}, key)
    expect([late.body, late.headers.get("idempotent-replayed")]).toEqual([ran[0]?.body, "true"])
  })

  it("always gets its stored answer; the session shows the current state [ACP-21]", async () => {
    const { id } = await agent.ready([[item, 1]])
    const key = keyed(randomUUID())
    const escalated = await agent.session(agent.complete(id, {}, key))
    await agent.authenticateBuyer(escalated, "completed")
    expect(await agent.session(agent.complete(id, {}, key))).toEqual(escalated)
  })

  it("executes again when it got a server error [ACP-22]", async () => {
    const { id } = await agent.escalated([[item, 1]])
    await fault({ scope: { operation: "void", times: 50 }, api: { status: 503 } })
    const key = keyed(randomUUID())
    const { status, body, headers } = await agent.cancel(id, {}, key)
    expect([status, body.type, headers.get("retry-after")]).toEqual([503, "service_unavailable", "5"])
    await clearFaults()
    const again = await eventually(async () => {
      const answer = await agent.cancel(id, {}, key)
      return answer.status === 200 ? answer : undefined
    })
    expect([again.body.status, again.headers.get("idempotent-replayed")]).toEqual(["canceled", null])
    expect((await agent.cancel(id, {}, key)).headers.get("idempotent-replayed")).toBe("true")
  })
})

describe("an invalid request", () => {
  it.each([
    ["{", 400],
    ["[]", 400],
    ['"text"', 400],
    ["", 400],
    ['{"a":"\\u0000"}', 400],
    [`{"a":"${"x".repeat(300_000)}"}`, 413],
    [`{"metadata":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, 400],
  ])("gets an error in the protocol's format, case %#", async (body, expected) => {
    expect((await create(body)).status).toBe(expected)
    const { id } = await agent.session(create(bodyOf()), 201)
    const answers = await Promise.all([
      agent.update(id, body),
      agent.send(`/checkout_sessions/${id}/complete`, { body }),
    ])
    for (const { status } of answers) expect(status).toBeLessThan(500)
  })

  it("with an endless session id gets a 404 [ACP-29]", async () => {
    const id = randomBytes(4500).toString("base64url")
    const { status, body } = await agent.send(`/checkout_sessions/${id}/cancel`, { body: {} })
    expect([status, body.code]).toEqual([404, "session_not_found"])
  })

  it("with endless nesting is rejected without a server error", async () => {
    const endless = `${"[".repeat(50_000)}${"]".repeat(50_000)}`
    const wrap = (members: string) => create(`{${members},${JSON.stringify(bodyOf()).slice(1)}`)
    const answers = [await wrap(`"locale":${endless}`), await wrap(`"metadata":{"a":${endless}}`)]
    expect(answers.map(({ status, body }) => [status, body.code, body.param])).toEqual([
      [400, "invalid_request", undefined],
      [400, "invalid_params", "$.metadata"],
    ])
  })

  it(
    "never causes a server error, whatever a member contains [ACP-29]",
    async () => {
      const { id } = await agent.ready([[item, 1]])
      const bodies = { create: bodyOf(), update: updateOf(), complete: paymentFor(id) }
      const paths = { create: "", update: `/${id}`, complete: `/${id}/complete` }
      const names = fc.constantFrom("create", "update", "complete" as const)
      const wrong = fc.oneof(wrongText, fc.jsonValue(), fc.constant([{}]), fc.constant({ id: {} }))
      await fc.assert(
        fc.asyncProperty(names, fc.nat(20), wrong, async (name, nth, value) => {
          const members = Object.keys(bodies[name])
          const body = { ...bodies[name], [members[nth % members.length] as string]: value }
          const { status } = await agent.send(`/checkout_sessions${paths[name]}`, { body })
          expect(status).toBeLessThan(500)
        }),
        { numRuns: RUNS }
      )
    },
    WAIT_TIMEOUT
  )

  const updateOf = () => ({
    buyer: ANA,
    line_items: [],
    fulfillment_details: {},
    selected_fulfillment_options: [],
    discounts: { codes: [] },
    coupons: [],
    order_notes: "",
    affiliate_attribution: null,
  })

  it.each([
    ["/gw-acp/v1/nothing", "GET", 404, "not_found"],
    ["/gw-acp/v1/checkout_sessions", "GET", 405, "method_not_allowed"],
    ["/gw-acp/v1/checkout_sessions/x/complete", "PUT", 405, "method_not_allowed"],
    ["/.well-known/acp.json", "POST", 405, "method_not_allowed"],
  ])("to %s by %s is answered %i", async (path, method, status, code) => {
    const response = await at(path, { method })
    const body = (await response.json()) as { code: string }
    expectIs("Error", body)
    expect([response.status, body.code]).toEqual([status, code])
  })
})
