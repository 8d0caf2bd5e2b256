import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import type { Bend } from "./support/merchant"
import { paymentBody, startWorld } from "./support/simulator"

const PATH = "/gwb/v1/payments"
let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())
beforeEach(async () => void (await world.control("POST", "/_sim/reset")))

const fault = (order: object) => world.control("POST", "/_sim/faults", order)
const post = (reference: string, more: Record<string, unknown> = {}, bend: Bend = {}) =>
  world.call("POST", PATH, paymentBody(reference, more), bend)
const impatient = (): Bend => ({ signal: AbortSignal.timeout(300) })
/** How many faults of API calls still apply. */
async function pendingFaults(): Promise<number> {
  const { json } = await world.control("GET", "/_sim/faults")
  return (json.data as { left: { api: number | null } }[]).filter(({ left }) => left.api !== 0).length
}
async function count(reference: string): Promise<number> {
  const { json } = await world.control("GET", "/_sim/payments")
  return (json.data as { merchant_reference: string }[]).filter(
    (payment) => payment.merchant_reference === reference
  ).length
}

describe("an API fault", () => {
  it("returns its status and executes nothing, as many times as requested", async () => {
    await fault({ scope: { operation: "create", times: 2 }, api: { status: 503 } })
    for (const _ of [1, 2]) {
      const { status, json } = await post("gwp_down")
      expect([status, json.error]).toMatchObject([503, { code: "unavailable", retryable: true }])
      expect(await count("gwp_down")).toBe(0)
    }
    expect((await post("gwp_down")).status).toBe(201)
  })

  it.each([
    [400, "invalid_request"],
    [429, "rate_limited"],
    [500, "internal"],
    [504, "unavailable"],
  ])("uses for status %i the code %s", async (status, code) => {
    await fault({ api: { status } })
    const answer = await post("gwp_code")
    expect([answer.status, answer.json.error]).toMatchObject([status, { code }])
    expect(answer.headers.has("retry-after")).toBe(status === 429)
  })

  it.each([
    [false, 0],
    [true, 1],
  ])("closes the connection without a response (executed: %s)", async (execute_then_fail, payments) => {
    await fault({ scope: { times: 1 }, api: { reset: true, execute_then_fail } })
    const reference = `gwp_reset_${payments}`
    await expect(post(reference)).rejects.toThrow("fetch failed")
    expect(await count(reference)).toBe(payments)
  })

  it("can fail after the execution: the same key then gets the response, and there is one payment", async () => {
    await fault({ scope: { times: 1 }, api: { execute_then_fail: true, status: 502 } })
    const key = randomUUID()
    expect((await post("gwp_after", {}, { key })).status).toBe(502)
    expect(await count("gwp_after")).toBe(1)
    const again = await post("gwp_after", {}, { key })
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"])
    expect(await count("gwp_after")).toBe(1)
  })

  it("applies to a repeated call too", async () => {
    await fault({ scope: { times: 2 }, api: { execute_then_fail: true } })
    const key = randomUUID()
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await post("gwp_again", {}, { key })).status)
    expect(statuses).toEqual([500, 500, 201])
  })

  it("with a status also applies to a call that succeeded before", async () => {
    const key = randomUUID()
    expect((await post("gwp_before", {}, { key })).status).toBe(201)
    await fault({ scope: { times: 1 }, api: { status: 503 } })
    expect((await post("gwp_before", {}, { key })).status).toBe(503)
    expect((await post("gwp_before", {}, { key })).status).toBe(201)
  })

  it("can hang before or after the execution", async () => {
    await fault({ scope: { times: 1 }, api: { hang: true } })
    await expect(post("gwp_hang", {}, impatient())).rejects.toThrow("timeout")
    expect(await count("gwp_hang")).toBe(0)
    await fault({ scope: { times: 1 }, api: { hang: true, execute_then_fail: true } })
    await expect(post("gwp_hang", {}, impatient())).rejects.toThrow("timeout")
    expect(await count("gwp_hang")).toBe(1)
  })

  it("can delay a call, and a second call with the key is refused meanwhile", async () => {
    await fault({ scope: { operation: "create", times: 1 }, api: { latency_ms: 1000 } })
    const key = randomUUID()
    const slow = post("gwp_slow", {}, { key })
    await vi.waitUntil(async () => !(await pendingFaults()), 5000)
    const { status, json } = await post("gwp_slow", {}, { key })
    expect([status, json.error]).toMatchObject([409, { code: "idempotency_in_flight" }])
    expect((await slow).status).toBe(201)
  })

  it("can omit the response signature, or bind it to another request", async () => {
    await fault({ scope: { times: 1 }, api: { unsigned_response: true } })
    await expect(post("gwp_unsigned")).rejects.toThrow()
    expect(await count("gwp_unsigned")).toBe(1)
    await fault({ scope: { times: 1 }, api: { wrong_rjt: true } })
    const jti = randomUUID()
    const bent = await world.call("GET", "/gwb/v1/events", undefined, { claims: { jti } })
    expect([bent.status, bent.claims.rjt === jti]).toEqual([200, false])
    const plain = await world.call("GET", "/gwb/v1/events", undefined, { claims: { jti: `${jti}2` } })
    expect(plain.claims.rjt).toBe(`${jti}2`)
  })

  it("applies only to the operation and the merchant of its scope", async () => {
    await fault({ scope: { operation: "query" }, api: { status: 500 } })
    await fault({ scope: { merchant_id: "mrc_other" }, api: { status: 500 } })
    const { status, json } = await post("gwp_scope")
    expect(status).toBe(201)
    expect((await world.call("GET", `${PATH}/${String(json.id)}`)).status).toBe(500)
    expect((await world.call("GET", "/gwb/v1/events")).status).toBe(200)
    await world.control("DELETE", "/_sim/faults")
    expect((await world.call("GET", `${PATH}/${String(json.id)}`)).status).toBe(200)
  })

  it("does not apply to a request that failed verification", async () => {
    await fault({ scope: { times: 1 }, api: { status: 503 } })
    expect((await post("gwp_who", {}, { token: null })).status).toBe(401)
    expect((await post("gwp_who")).status).toBe(503)
  })
})

describe("an amount", () => {
  it("ending in 67 is executed without a response, which the same key then gets", async () => {
    const key = randomUUID()
    await expect(post("gwp_67", { amount: 10067 }, { key, ...impatient() })).rejects.toThrow("timeout")
    expect(await count("gwp_67")).toBe(1)
    expect((await post("gwp_67", { amount: 10067 }, { key })).status).toBe(201)
    const other = await post("gwp_67", { amount: 10067 })
    expect(other.json.error).toMatchObject({ code: "duplicate_reference" })
  })

  it("ending in 68 is executed and answered 500, and the same key then gets the response", async () => {
    const key = randomUUID()
    expect((await post("gwp_68", { amount: 10068 }, { key })).status).toBe(500)
    expect(await count("gwp_68")).toBe(1)
    expect((await post("gwp_68", { amount: 10068 }, { key })).status).toBe(201)
  })

  it("ending in 69 is answered 500 and never executed", async () => {
    const key = randomUUID()
    for (const _ of [1, 2]) expect((await post("gwp_69", { amount: 10069 }, { key })).status).toBe(500)
    expect(await count("gwp_69")).toBe(0)
  })

  it.each(["captures", "refunds"])("has the same effects on %s", async (what) => {
    const id = await world.paid(`gwp_${what}`, { intent: what === "captures" ? "preauth" : "sale" })
    const made = async () => ((await world.read(id))[what] as object[]).length
    const before = await made()
    const order = (amount: number, key: string, bend: Bend = {}) => {
      const body = { amount, merchant_reference: `x_${amount}`, ...(what === "captures" && { final: false }) }
      return world.call("POST", `${PATH}/${id}/${what}`, body, { key, ...bend })
    }
    const [k67, k68] = [randomUUID(), randomUUID()]
    await expect(order(167, k67, impatient())).rejects.toThrow("timeout")
    expect((await order(168, k68)).status).toBe(500)
    expect((await order(169, randomUUID())).status).toBe(500)
    expect(await made()).toBe(before + 2)
    expect([(await order(167, k67)).status, (await order(168, k68)).status]).toEqual([201, 201])
    expect(await made()).toBe(before + 2)
  })
})

describe("POST /_sim/faults", () => {
  it("adds a fault, which stays active until the bank is reset", async () => {
    const { json } = await fault({ scope: { times: 3 }, api: { status: 503 } })
    expect(json).toMatchObject({ scope: { times: 3 }, api: { status: 503, hang: false }, left: { api: 3 } })
    await post("gwp_left")
    expect((await world.control("GET", "/_sim/faults")).json.data).toMatchObject([
      { left: { api: 2, ipn: 3 } },
    ])
    await world.control("POST", "/_sim/reset")
    expect((await world.control("GET", "/_sim/faults")).json.data).toEqual([])
  })

  it.each([
    ["a fault without an effect", {}],
    ["an unknown operation", { scope: { operation: "dance" }, api: {} }],
    ["a fault for zero times", { scope: { times: 0 }, api: {} }],
    ["a success status", { api: { status: 200 } }],
    ["an unknown forgery", { ipn: { forge: "signature" } }],
    ["an unknown member", { ipn: { lose: true } }],
    ["a string instead of a boolean", { api: { hang: "yes" } }],
  ])("refuses %s", async (_, order) => {
    expect((await fault(order)).status).toBe(400)
  })
})
