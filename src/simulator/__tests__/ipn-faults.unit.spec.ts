import { createHmac, createPublicKey, type JsonWebKey } from "node:crypto"
import { afterEach, describe, expect, it } from "vitest"
import { digest, openJws, thumbprint } from "./support/jws"
import { bankKey, type Received } from "./support/merchant"
import { paymentBody, startWorld, until } from "./support/simulator"

type World = Awaited<ReturnType<typeof startWorld>>
const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop()
})

async function start(order: object, ...flags: string[]): Promise<World> {
  const world = await startWorld(flags)
  worlds.push(world)
  expect((await world.control("POST", "/_sim/faults", order)).status).toBe(200)
  return world
}

const eventOf = ({ body }: Received) =>
  JSON.parse(body) as { event_id: string; type: string; sequence: number; attempt: number; payment: Snapshot }
interface Snapshot {
  id: string
  version: number
  amount: number
  currency: string
  merchant_reference: string
}
const segments = (token: string) =>
  token
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>)
const pause = (ms = 100) => new Promise((resolve) => setTimeout(resolve, ms))

describe("a notification fault", () => {
  it("can delay a notification by the bank's clock", async () => {
    const world = await start({ ipn: { delay_ms: 60_000 } })
    await world.paid("gwp_late")
    await pause()
    expect(world.shop.received).toHaveLength(0)
    await world.control("POST", "/_sim/clock", { offset_s: 61 })
    await until(() => world.shop.received.length === 1)
  })

  it("can send concurrent copies of one event, each with its own signature", async () => {
    const world = await start({ scope: { times: 1 }, ipn: { duplicate: 4 } })
    await world.paid("gwp_copies")
    await until(() => world.shop.received.length === 5)
    expect(new Set(world.shop.received.map((received) => eventOf(received).event_id)).size).toBe(1)
    expect(new Set(world.shop.received.map(({ signature }) => segments(signature)[1]?.jti)).size).toBe(5)
    const outcomes = async () => {
      const { json } = await world.control("GET", "/_sim/log")
      return (json.data as { outcome?: string }[]).flatMap(({ outcome }) => outcome ?? [])
    }
    await until(async () => (await outcomes()).length === 5)
    expect(await outcomes()).toEqual(["delivered", "extra", "extra", "extra", "extra"])
  })

  it("can drop a notification for good, while the feed and a replay still have the event", async () => {
    const world = await start({ scope: { times: 1 }, ipn: { drop: true } }, "--retry-scale", "0")
    const id = await world.paid("gwp_lost")
    await pause()
    expect(world.shop.received).toHaveLength(0)
    expect(await world.eventTypes(id)).toEqual(["payment.captured"])
    const { json } = await world.control("GET", "/_sim/log")
    const dropped = (json.data as { outcome?: string; event_id: string }[]).find(({ outcome }) => outcome)
    expect(dropped).toMatchObject({ outcome: "dropped" })
    await world.control("POST", "/_sim/replay", { event_id: dropped?.event_id })
    expect(world.shop.received).toHaveLength(1)
  })

  it("can reverse the order of several notifications", async () => {
    const world = await start({ scope: { times: 1 }, ipn: { reorder_window: 3 } })
    for (const reference of ["gwp_1", "gwp_2"]) await world.paid(reference)
    await pause()
    expect(world.shop.received).toHaveLength(0)
    await world.paid("gwp_3")
    await until(() => world.shop.received.length === 3)
    await world.paid("gwp_4")
    await until(() => world.shop.received.length === 4)
    expect(world.shop.received.map((received) => eventOf(received).sequence)).toEqual([3, 2, 1, 4])
  })

  it("sends an incomplete reordering window on a flush", async () => {
    const world = await start({ ipn: { reorder_window: 3 } })
    await world.paid("gwp_alone")
    expect((await world.control("POST", "/_sim/flush")).json.data).toMatchObject([{ outcome: "delivered" }])
  })

  it("can deliver the notification before the response to POST /payments", async () => {
    const world = await start({ scope: { times: 1 }, ipn: { before_response: true } })
    world.shop.state.thinkingMs = 100
    const { json } = await world.call("POST", "/gwb/v1/payments", paymentBody("gwp_race"))
    const [received] = world.shop.received.map(eventOf)
    expect(received).toMatchObject({ type: "payment.requires_action", payment: { id: json.id, version: 1 } })
    const log = (await world.control("GET", "/_sim/log")).json.data as { kind: string; outcome?: string }[]
    expect(log).toMatchObject([{ kind: "delivery", outcome: "delivered" }, { kind: "request" }])
  })

  it("can deliver the notification before a capture's response and before the customer returns", async () => {
    const world = await start({ scope: { type: "payment.captured" }, ipn: { before_response: true } })
    const id = await world.paid("gwp_hold", { intent: "preauth" })
    await world.call("POST", `/gwb/v1/payments/${id}/captures`, { amount: 1, merchant_reference: "c" })
    const types = () => world.shop.received.map((received) => eventOf(received).type)
    expect(types()).toContain("payment.captured")
    await world.paid("gwp_shopper")
    expect(types().filter((type) => type === "payment.captured")).toHaveLength(2)
  })

  it("keeps the retry pauses when the merchant refuses an early notification", async () => {
    const world = await start({ ipn: { before_response: true } })
    world.shop.answers.push(...Array.from({ length: 9 }, () => 503))
    await world.call("POST", "/gwb/v1/payments", paymentBody("gwp_sorry"))
    await pause()
    expect(world.shop.received).toHaveLength(1)
    await world.control("POST", "/_sim/clock", { offset_s: 11 })
    await until(() => world.shop.received.length === 2)
  })

  it("applies only to the event type and the merchant of its scope", async () => {
    const world = await start({ scope: { type: "payment.declined" }, ipn: { drop: true } })
    await world.control("POST", "/_sim/faults", { scope: { merchant_id: "mrc_other" }, ipn: { drop: true } })
    await world.paid("gwp_no", {}, "4000000000000002")
    await world.paid("gwp_yes")
    await until(() => world.shop.received.length === 1)
    expect(world.shop.received.map((received) => eventOf(received).type)).toEqual(["payment.captured"])
  })
})

describe("a forged notification", () => {
  async function forged(forge: string) {
    const world = await start({ scope: { times: 1 }, ipn: { forge } }, "--retry-scale", "0.001")
    world.shop.answers.push(401)
    const id = await world.paid("gwp_forged")
    await until(() => world.shop.received.length === 2)
    const key = await bankKey(world.url)
    const [bad, good] = world.shop.received as [Received, Received]
    expect(openJws(good.signature, key).claims.bdg).toBe(digest(good.body))
    const log = (await world.control("GET", "/_sim/log")).json.data as { forged?: string }[]
    expect(log.map((entry) => entry.forged)).toContain(forge)
    return { world, id, key, bad, good, event: eventOf(bad) }
  }
  const holds = (token: string, key: JsonWebKey) => {
    try {
      return openJws(token, key)
    } catch {
      return null
    }
  }
  const seconds = () => Date.now() / 1000

  it("bad_signature changes only the signature", async () => {
    const { bad, key } = await forged("bad_signature")
    expect(holds(bad.signature, key)).toBeNull()
    expect(segments(bad.signature)).toMatchObject([{ alg: "ES256", kid: key.kid }, { bdg: digest(bad.body) }])
  })

  it("foreign_key uses another key with the bank's kid, and unknown_kid another key with its own kid", async () => {
    const foreign = await forged("foreign_key")
    expect(holds(foreign.bad.signature, foreign.key)).toBeNull()
    expect(segments(foreign.bad.signature)[0]?.kid).toBe(foreign.key.kid)
    const unknown = await forged("unknown_kid")
    expect(holds(unknown.bad.signature, unknown.key)).toBeNull()
    expect(segments(unknown.bad.signature)[0]?.kid).not.toBe(thumbprint(unknown.key))
  })

  it.each<[string, (header: Record<string, unknown>, claims: Record<string, unknown>) => void]>([
    ["stale", (_, { exp }) => expect(Number(exp)).toBeLessThan(seconds() - 300)],
    ["future", (_, { iat }) => expect(Number(iat)).toBeGreaterThan(seconds() + 300)],
    ["wrong_aud", (_, { aud }) => expect(aud).not.toBe("mrc_demo")],
    ["wrong_htu", (_, { htu }) => expect(String(htu)).toContain("elsewhere")],
    ["wrong_typ", ({ typ }) => expect(typ).toBe("gwb-response+jwt")],
  ])("%s has a valid signature and a wrong header or claim", async (forge, check) => {
    const { bad, key } = await forged(forge)
    const opened = holds(bad.signature, key)
    expect(opened?.claims.bdg).toBe(digest(bad.body))
    check(opened?.header ?? {}, opened?.claims ?? {})
  })

  it.each(["tampered_body", "reserialised"])("%s does not match its digest", async (forge) => {
    const { bad, good, key } = await forged(forge)
    expect(holds(bad.signature, key)?.claims.bdg).not.toBe(digest(bad.body))
    const same = eventOf(bad).payment.amount === eventOf(good).payment.amount
    expect(same).toBe(forge === "reserialised")
  })

  it("alg_none and hs256 use forbidden algorithms, and unsigned has no signature", async () => {
    const none = await forged("alg_none")
    expect(segments(none.bad.signature)[0]).toMatchObject({ alg: "none" })
    expect(none.bad.signature.endsWith(".")).toBe(true)
    const { bad, key } = await forged("hs256")
    const pem = createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "pem" })
    const [header, claims, mac] = bad.signature.split(".")
    expect(mac).toBe(createHmac("sha256", pem).update(`${header}.${claims}`).digest("base64url"))
    expect((await forged("unsigned")).bad.signature).toBe("")
  })

  it("replay_jti sends the genuine message twice", async () => {
    const world = await start({ scope: { times: 1 }, ipn: { forge: "replay_jti" } })
    await world.paid("gwp_twice")
    await until(() => world.shop.received.length === 2)
    const [first, second] = world.shop.received as [Received, Received]
    expect(second).toEqual(first)
    expect(openJws(first.signature, await bankKey(world.url)).claims.bdg).toBe(digest(first.body))
  })

  it.each<[string, (lie: Snapshot, truth: Snapshot) => void]>([
    ["amount_mismatch", (lie, truth) => expect(lie.amount).not.toBe(truth.amount)],
    ["currency_mismatch", (lie, truth) => expect(lie.currency).not.toBe(truth.currency)],
    [
      "unknown_reference",
      (lie, truth) =>
        expect([lie.id, lie.merchant_reference]).not.toEqual([truth.id, truth.merchant_reference]),
    ],
    ["version_regress", (lie, truth) => expect([lie.version, truth.version]).toEqual([1, 2])],
  ])(
    "%s has a valid signature and a false snapshot, while the bank's own data is right",
    async (forge, check) => {
      const { bad, good, key, world, id } = await forged(forge)
      expect(holds(bad.signature, key)?.claims.bdg).toBe(digest(bad.body))
      check(eventOf(bad).payment, eventOf(good).payment)
      expect(await world.read(id)).toMatchObject({ ...eventOf(good).payment })
    }
  )
})
