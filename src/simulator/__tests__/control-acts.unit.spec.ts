import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import type { JsonWebKey } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { openJws, thumbprint } from "./support/jws"
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

async function published(world: World): Promise<(JsonWebKey & { kid: string })[]> {
  const response = await fetch(`${world.url}/gwb/v1/jwks.json`)
  return ((await response.json()) as { keys: (JsonWebKey & { kid: string })[] }).keys
}

describe("POST /_sim/rotate-key", () => {
  it("signs with a new key, and with overlap still publishes the old one", async () => {
    const world = await start()
    const [old] = await published(world)
    await world.control("POST", "/_sim/rotate-key", { mode: "overlap" })
    const keys = await published(world)
    expect(keys.map(({ kid }) => kid)).toEqual([keys[0]?.kid, old?.kid])
    expect(keys[0]?.kid).not.toBe(old?.kid)
    // The client verifies responses with the first published key.
    expect((await world.call("GET", "/gwb/v1/events")).status).toBe(200)
    await world.paid("gwp_rotated")
    await until(() => world.shop.received.length === 1)
    const token = world.shop.received[0]?.signature ?? ""
    expect(openJws(token, keys[0] ?? {}).header.kid).toBe(keys[0]?.kid)
  })

  it("publishes only the new key when abrupt", async () => {
    const world = await start()
    const [old] = await published(world)
    await world.control("POST", "/_sim/rotate-key", { mode: "overlap" })
    const { json } = await world.control("POST", "/_sim/rotate-key", { mode: "abrupt" })
    const keys = await published(world)
    expect(keys).toHaveLength(1)
    expect([keys[0]?.kid, keys]).toEqual([json.kid, json.keys])
    expect(keys[0]?.kid).not.toBe(old?.kid)
    expect(JSON.stringify([json, keys])).not.toContain('"d"')
  })

  it("keeps the current key first in keys.json, across a restart", async () => {
    const dir = mkdtempSync(join(tmpdir(), "bank-sim-"))
    const file = join(dir, "keys.json")
    const first = await startWorld([], { dataDir: dir })
    const [old] = await published(first)
    await first.control("POST", "/_sim/rotate-key", { mode: "overlap" })
    const [current] = await published(first)
    const kept = (JSON.parse(readFileSync(file, "utf8")) as { keys: JsonWebKey[] }).keys
    expect(kept.map(thumbprint)).toEqual([current?.kid, old?.kid])
    expect([kept[0]?.d !== undefined, statSync(file).mode & 0o777]).toEqual([true, 0o600])
    expect(existsSync(`${file}.new`)).toBe(false)
    await first.stop()
    const second = await startWorld([], { dataDir: dir })
    expect((await published(second)).map(({ kid }) => kid)).toEqual([current?.kid, old?.kid])
    await second.stop()
    rmSync(dir, { recursive: true })
  })

  it("refuses an unknown mode", async () => {
    expect((await (await start()).control("POST", "/_sim/rotate-key", { mode: "slowly" })).status).toBe(400)
  })
})

describe("POST /_sim/approve", () => {
  it("approves an open payment without the customer's page", async () => {
    const world = await start()
    const { id } = await world.create("gwp_quick", { save_card: { usage: "recurring" } })
    const { status, json } = await world.control("POST", "/_sim/approve", { payment_id: id })
    expect([status, json]).toMatchObject([200, { id, status: "captured", card: { last4: "1111" } }])
    expect(await world.read(id)).toEqual(json)
    await until(() => world.shop.received.length === 2)
  })

  it("declines an amount that triggers a decline", async () => {
    const world = await start()
    const { id } = await world.create("gwp_poor", { amount: 10051 })
    const { json } = await world.control("POST", "/_sim/approve", { payment_id: id })
    expect(json).toMatchObject({ status: "declined" })
  })

  it("refuses a settled payment and an unknown one", async () => {
    const world = await start()
    const id = await world.paid("gwp_settled")
    const settled = await world.control("POST", "/_sim/approve", { payment_id: id })
    expect([settled.status, settled.json.error]).toMatchObject([409, { code: "invalid_state" }])
    expect((await world.control("POST", "/_sim/approve", { payment_id: "pay_none" })).status).toBe(404)
    expect((await world.control("POST", "/_sim/approve", {})).status).toBe(400)
  })
})

describe("POST /_sim/refund", () => {
  it("makes a bank-initiated refund without a merchant_reference", async () => {
    const world = await start()
    const id = await world.paid("gwp_desk")
    const { json } = await world.control("POST", "/_sim/refund", { payment_id: id, amount: 900 })
    expect(json).toMatchObject({
      amounts: { refunded: 900 },
      refunds: [{ amount: 900, status: "succeeded", merchant_reference: null }],
    })
    expect(await world.eventTypes(id)).toEqual(["payment.captured", "refund.succeeded"])
  })

  it("refunds no more than was captured", async () => {
    const world = await start()
    const id = await world.paid("gwp_much")
    const more = await world.control("POST", "/_sim/refund", { payment_id: id, amount: 15901 })
    expect([more.status, more.json.error]).toMatchObject([422, { code: "refund_exceeds_captured" }])
    const { id: open } = await world.create("gwp_never")
    expect((await world.control("POST", "/_sim/refund", { payment_id: open, amount: 1 })).status).toBe(409)
    expect((await world.control("POST", "/_sim/refund", { payment_id: id, amount: 0 })).status).toBe(400)
  })
})

describe("a dispute", () => {
  it("is opened by POST /_sim/dispute over the whole captured amount", async () => {
    const world = await start()
    const id = await world.paid("gwp_angry")
    const { json } = await world.control("POST", "/_sim/dispute", { payment_id: id })
    expect(json).toMatchObject({
      status: "captured",
      version: 3,
      disputes: [{ amount: 15900, status: "open" }],
    })
    expect(await world.eventTypes(id)).toEqual(["payment.captured", "payment.disputed"])
  })

  it("needs a captured payment", async () => {
    const world = await start()
    const id = await world.paid("gwp_calm", { intent: "preauth" })
    expect((await world.control("POST", "/_sim/dispute", { payment_id: id })).status).toBe(409)
  })

  it("opens by itself five seconds after a capture with 4000000000000259", async () => {
    const world = await start()
    const id = await world.paid("gwp_0259", {}, "4000000000000259")
    await world.control("POST", "/_sim/clock", { offset_s: 4 })
    expect(await world.read(id)).toMatchObject({ status: "captured", disputes: [] })
    await world.control("POST", "/_sim/clock", { offset_s: 6 })
    expect(await world.read(id)).toMatchObject({ disputes: [{ amount: 15900 }] })
    await world.control("POST", "/_sim/clock", { offset_s: 60 })
    expect((await world.read(id)).disputes).toHaveLength(1)
  })

  it("opens only after the capture of a pre-authorization", async () => {
    const world = await start()
    const id = await world.paid("gwp_0259_held", { intent: "preauth" }, "4000000000000259")
    await world.control("POST", "/_sim/clock", { offset_s: 60 })
    expect(await world.read(id)).toMatchObject({ status: "authorized", disputes: [] })
    await world.call("POST", `/gwb/v1/payments/${id}/captures`, { amount: 700, merchant_reference: "cap_d" })
    await world.control("POST", "/_sim/clock", { offset_s: 66 })
    expect(await world.read(id)).toMatchObject({ disputes: [{ amount: 700 }] })
  })

  it("opens once, even with several captures", async () => {
    const world = await start()
    const id = await world.paid("gwp_0259_parts", { intent: "preauth" }, "4000000000000259")
    for (const merchant_reference of ["cap_p1", "cap_p2"])
      await world.call("POST", `/gwb/v1/payments/${id}/captures`, {
        amount: 1,
        final: false,
        merchant_reference,
      })
    await world.control("POST", "/_sim/clock", { offset_s: 6 })
    expect((await world.read(id)).disputes).toHaveLength(1)
    const late = { amount: 1, final: false, merchant_reference: "cap_p3" }
    await world.call("POST", `/gwb/v1/payments/${id}/captures`, late)
    await world.control("POST", "/_sim/clock", { offset_s: 20 })
    expect((await world.read(id)).disputes).toHaveLength(1)
  })
})
