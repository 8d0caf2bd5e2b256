import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allow, decide, waitingOf } from "../support/approvals"
import { ANA, AcpAgent, amountOf, CAPABLE, messageCodes } from "../support/acp"
import { Buyer } from "../support/buyer"
import { adminPost } from "../support/merchant"
import { obtainTokens, registerClient, switchSurfaces } from "../support/oauth-client"
import { callsToday, earlyInTheMinute, otherHours, refusalsOf, setRules } from "../support/policy"
import { attemptsOf } from "../support/purchases"
import { closeAcpShop, openAcpShop } from "../support/shop"
import { world } from "../support/world"

let agent: AcpAgent
let item: string

beforeAll(async () => {
  ;({ agent, item } = await openAcpShop("Reflecting circle"))
  await switchSurfaces({ a2a_enabled: true, app_enabled: true })
})

afterAll(async () => {
  await switchSurfaces({ app_enabled: false })
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

describe("a session", () => {
  it("can be used by its own client only: other clients get 404 [ACP-23]", async () => {
    const { id } = await agent.ready([[item, 1]])
    const other = await AcpAgent.of()
    const answers = await Promise.all([
      other.send(`/checkout_sessions/${id}`, { method: "GET" }),
      other.update(id, {}),
      other.complete(id),
      other.cancel(id),
      agent.send("/checkout_sessions/cs_nothing", { method: "GET" }),
    ])
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [404, "session_not_found"])
    )
    expect((await agent.read(id)).status).toBe("ready_for_payment")
  })

  it("cannot be used with a token of another surface, and sessions of other surfaces are not found [ACP-24, SRV-19]", async () => {
    const tokens = await Promise.all(
      (["a2a", "ucp", "app"] as const).map(async (flavor) => {
        const client = await registerClient({ client_type: `${flavor}_agent` })
        return (await obtainTokens(client, flavor === "app" ? "customer" : "admin")).access_token
      })
    )
    for (const token of [...tokens, "gwa_nothing"]) {
      const headers = { authorization: `Bearer ${token}` }
      const { status, body, headers: responseHeaders } = await create(bodyOf(), headers)
      expect([status, body.code]).toEqual([401, "unauthorized"])
      expect(responseHeaders.get("www-authenticate")).toContain("oauth-protected-resource/gw-acp/v1")
    }
    expect((await create(bodyOf(), { authorization: undefined })).status).toBe(401)
    const { id } = await agent.ready([[item, 1]])
    const authorization = { authorization: `Bearer ${agent.token}` }
    expect((await at(`/gw-ucp/v1/checkout-sessions/${id}`, { headers: authorization })).status).toBe(401)
    const buyer = await Buyer.forGuests()
    expect((await buyer.get(`/checkout-sessions/${id}`)).status).toBe(404)
    const checkout = await buyer.ready([[item, 1]])
    const foreign = await agent.send(`/checkout_sessions/${checkout.id}`, { method: "GET" })
    expect([foreign.status, foreign.body.code]).toEqual([404, "session_not_found"])
  })

  it("requires the exact scope: 403 [ACP-25]", async () => {
    const reader = await AcpAgent.of("admin", "acp:checkout:read")
    const refused = await reader.create([[item, 1]])
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"])
    expect(refused.headers.get("www-authenticate")).toContain('scope="acp:checkout:write"')
    const writer = await AcpAgent.of("admin", "acp:checkout:write")
    const { id } = await writer.session(writer.create([[item, 1]]), 201)
    expect((await writer.send(`/checkout_sessions/${id}`, { method: "GET" })).status).toBe(403)
  })
})

describe("the merchant's rules for a client", () => {
  it("apply to ACP too: access schedule, rate limit and revocation, with audit log entries [ACP-26]", async () => {
    const own = await AcpAgent.of()
    await setRules(own.client_id, { hours: otherHours() })
    expect((await own.create([[item, 1]])).body.code).toBe("outside_hours")
    await setRules(own.client_id, { hours: null, limits: { minute: 1 } })
    await earlyInTheMinute()
    await own.session(own.create([[item, 1]]), 201)
    const limited = await own.create([[item, 1]])
    expect([limited.status, limited.body.code]).toEqual([429, "rate_limited"])
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await callsToday(own.client_id)).toBe(1)
    expect(await refusalsOf(own.client_id)).toEqual({ outside_hours: 1, rate_limited: 1 })
    await adminPost(`/admin/agentic-commerce/clients/${own.client_id}/revoke`, { reason: "leaked" })
    const revoked = await own.create([[item, 1]])
    expect([revoked.status, revoked.body.code]).toEqual([401, "unauthorized"])
  })

  it("keep the client within its spending limit, and the session reports it [ACP-27]", async () => {
    const own = await AcpAgent.of()
    const ready = await own.ready([[item, 1]])
    await allow(own.client_id, { max_per_payment: amountOf(ready, "total") - 1 })
    const refused = await own.session(own.complete(ready.id))
    expect([refused.status, messageCodes(refused)]).toEqual([
      "not_ready_for_payment",
      ["error maximum_exceeded $.totals"],
    ])
    expect(refused.messages[0]?.content).toMatch(/ Another attempt needs a new Idempotency-Key\.$/)
    expect([await attemptsOf(ready.id), await refusalsOf(own.client_id)]).toEqual([[], { spending_limit: 1 }])
    await allow(own.client_id, { max_per_payment: amountOf(ready, "total") })
    await own.authenticateBuyer(await own.session(own.complete(ready.id)), "completed")
  })

  it("hold a purchase for approval before payment [ACP-28]", async () => {
    const own = await AcpAgent.of()
    await allow(own.client_id, { approval_above: 1 })
    const { id } = await own.ready([[item, 1]])
    const held = await own.session(own.complete(id))
    expect([held.status, messageCodes(held)]).toEqual([
      "not_ready_for_payment",
      ["error approval_required $.totals"],
    ])
    expect((await own.read(id)).status).toBe("not_ready_for_payment")
    expect(await attemptsOf(id)).toEqual([])
    await allow(own.client_id, { approval_above: 1_000_000 })
    const raised = await own.read(id)
    expect([raised.status, messageCodes(raised)]).toEqual(["ready_for_payment", []])
    await allow(own.client_id, { approval_above: 1 })
    expect((await own.read(id)).status).toBe("not_ready_for_payment")
    const waiting = await waitingOf(own.client_id)
    expect(waiting.basket).toMatchObject({
      lines: [{ title: expect.stringContaining("Reflecting circle"), quantity: 1 }],
      address: { street_address: "Lindenstr. 1", address_locality: "Berlin", address_country: "DE" },
      email: ANA.email,
    })
    await decide(waiting.id, "approve")
    const approved = await own.read(id)
    expect(approved.status).toBe("ready_for_payment")
    expect(held.messages[0]?.content).toMatch(/, with a new idempotency key\.$/)
    expect(approved.messages[0]?.content).toMatch(/, with a new idempotency key if you send one\.$/)
    await own.authenticateBuyer(await own.session(own.complete(id)), "completed")
  })
})
