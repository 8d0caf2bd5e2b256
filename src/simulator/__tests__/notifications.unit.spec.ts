import { afterEach, expect, it } from "vitest"
import { digest, openJws } from "./support/jws"
import { bankKey, type Received } from "./support/merchant"
import { startWorld, until } from "./support/simulator"

type World = Awaited<ReturnType<typeof startWorld>>
const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop()
})

async function start(...flags: string[]): Promise<World> {
  const world = await startWorld(flags)
  worlds.push(world)
  return world
}

async function approve(world: World, reference = "gwp_1"): Promise<string> {
  const { id, next_action } = await world.create(reference)
  await world.auto(next_action.url, { card: "4111111111111111", action: "approve" })
  return id
}

async function deliveries(world: World) {
  const { json } = await world.control("GET", "/_sim/log")
  const entries = json.data as {
    kind: string
    outcome: string
    status: number | null
    attempt: number
  }[]
  return entries.filter(({ kind }) => kind === "delivery")
}

async function open(world: World, { body, signature }: Received) {
  const { header, claims } = openJws(signature, await bankKey(world.url))
  return { header, claims, event: JSON.parse(body) as Record<string, unknown> }
}

it("notifies the merchant of a settled payment, signed for its URL", async () => {
  const world = await start()
  const id = await approve(world)
  await until(() => world.shop.received.length === 1)
  const [received] = world.shop.received as [Received]
  const { header, claims, event } = await open(world, received)
  expect(header).toEqual({ alg: "ES256", typ: "gwb-ipn+jwt", kid: (await bankKey(world.url)).kid })
  expect(claims).toMatchObject({
    iss: world.url,
    aud: "mrc_demo",
    htm: "POST",
    htu: world.shop.merchant.ipn_url,
  })
  expect(claims.bdg).toBe(digest(received.body))
  expect(Number(claims.exp) - Number(claims.iat)).toBe(120)
  expect(received.contentType).toBe("application/json")
  expect(event).toMatchObject({
    sequence: 1,
    type: "payment.captured",
    attempt: 1,
    payment: { id, version: 2 },
  })
})

it("sends nothing for a payment that still waits for its customer", async () => {
  const world = await start("--manual-delivery")
  await world.create("gwp_wait")
  expect((await world.control("POST", "/_sim/flush")).json).toEqual({ data: [] })
})

it("retries with the same event and a new signature until the merchant accepts it", async () => {
  const world = await start("--retry-scale", "0.001")
  world.shop.answers.push(503, 302, 401)
  await approve(world)
  await until(async () => (await deliveries(world)).length === 4)
  const opened = await Promise.all(world.shop.received.map((received) => open(world, received)))
  expect(new Set(opened.map(({ event }) => event.event_id)).size).toBe(1)
  expect(new Set(opened.map(({ claims }) => claims.jti)).size).toBe(4)
  expect(opened.map(({ event }) => event.attempt)).toEqual([1, 2, 3, 4])
  expect((await deliveries(world)).map(({ outcome }) => outcome)).toEqual([
    "retry",
    "retry",
    "retry",
    "delivered",
  ])
})

it("waits ten seconds before the second attempt", async () => {
  const world = await start()
  world.shop.answers.push(503)
  await approve(world)
  await until(async () => (await deliveries(world)).length === 1)
  await world.control("POST", "/_sim/clock", { offset_s: 5 })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(world.shop.received).toHaveLength(1)
  await world.control("POST", "/_sim/clock", { offset_s: 11 })
  await until(() => world.shop.received.length === 2)
})

it("gives up after thirteen attempts", async () => {
  const world = await start("--retry-scale", "0")
  world.shop.answers.push(...Array.from({ length: 20 }, () => 500))
  await approve(world)
  await until(async () => (await deliveries(world)).at(-1)?.outcome === "given_up")
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(world.shop.received).toHaveLength(13)
})

it("stops at once when the merchant answers 410", async () => {
  const world = await start("--retry-scale", "0")
  world.shop.answers.push(410)
  await approve(world)
  await until(async () => (await deliveries(world)).length === 1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await deliveries(world)).toMatchObject([{ outcome: "stopped", status: 410 }])
})

it("keeps an event queued while the merchant is unreachable", async () => {
  const world = await start("--manual-delivery")
  await approve(world)
  await world.shop.stop()
  const { json } = await world.control("POST", "/_sim/flush")
  expect(json.data).toMatchObject([{ status: null, outcome: "retry" }])
  expect((await world.control("POST", "/_sim/flush")).json.data).toHaveLength(1)
})

it("sends nothing before a flush with manual delivery, and then every event in order", async () => {
  const world = await start("--manual-delivery")
  await approve(world, "gwp_a")
  await approve(world, "gwp_b")
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(world.shop.received).toHaveLength(0)
  const { json } = await world.control("POST", "/_sim/flush")
  expect(json.data).toMatchObject([{ outcome: "delivered" }, { outcome: "delivered" }])
  expect(world.shop.received.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence)).toEqual([
    1, 2,
  ])
  expect((await world.control("POST", "/_sim/flush")).json).toEqual({ data: [] })
})

it("sends a delivered event again on replay, newly signed", async () => {
  const world = await start()
  await approve(world)
  await until(async () => (await deliveries(world)).length === 1)
  const { event_id } = JSON.parse(world.shop.received[0]?.body ?? "") as { event_id: string }
  expect((await world.control("POST", "/_sim/replay", { event_id })).json.data).toMatchObject({
    outcome: "delivered",
  })
  const opened = await Promise.all(world.shop.received.map((received) => open(world, received)))
  expect(opened.map(({ event }) => event.event_id)).toEqual([event_id, event_id])
  expect(opened[0]?.claims.jti).not.toBe(opened[1]?.claims.jti)
  expect((await world.control("POST", "/_sim/replay", { event_id: "evt_none" })).status).toBe(404)
})
