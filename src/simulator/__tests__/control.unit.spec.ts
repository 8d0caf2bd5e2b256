import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startWorld } from "./support/simulator"

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld(["--seed", "1", "--manual-delivery"])))
afterAll(() => world.stop())

function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  const url = `${world.simulator.control_url}/_sim/payments`
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end()
  })
}

describe("the control port", () => {
  it("returns the logged requests with their verdicts since any entry", async () => {
    await world.call("GET", "/gwb/v1/events")
    await world.call("GET", "/gwb/v1/events", undefined, { token: null })
    const { json } = await world.control("GET", "/_sim/log")
    const entries = json.data as { seq: number; verdict: string; status: number; merchant_id?: string }[]
    expect(entries.map(({ verdict, status }) => [verdict, status])).toEqual([
      ["accepted", 200],
      ["signature_missing", 401],
    ])
    expect(entries[0]).toMatchObject({ merchant_id: "mrc_demo", method: "GET", path: "/gwb/v1/events" })
    const later = await world.control("GET", `/_sim/log?since=${entries[0]?.seq}`)
    expect(later.json.data).toMatchObject([{ verdict: "signature_missing" }])
  })

  it("logs the idempotency key of a request", async () => {
    await world.call("POST", "/gwb/v1/payments", {}, { key: "key-1" })
    const { json } = await world.control("GET", "/_sim/log")
    const entries = json.data as object[]
    expect(entries.at(-1)).toMatchObject({ method: "POST", status: 400, idempotency_key: "key-1" })
  })

  it("lists all payments", async () => {
    const { id } = await world.create("gwp_listed")
    expect((await world.control("GET", "/_sim/payments")).json.data).toMatchObject([{ id }])
  })

  it("lists the payments with one merchant reference", async () => {
    const { id } = await world.create("gwp_one")
    await world.create("gwp_other")
    const listed = async (name: string) =>
      (await world.control("GET", `/_sim/payments?merchant_reference=${name}`)).json.data
    expect(await listed("gwp_one")).toMatchObject([{ id }])
    expect(await listed("gwp_on")).toEqual([])
    expect(await listed("")).toEqual([])
  })

  it("resets the bank, and a seed then gives the same ids again", async () => {
    await world.control("POST", "/_sim/reset")
    const first = await world.create("gwp_same")
    await world.auto(first.next_action.url, { card: "4000000000003055", action: "approve" })
    await world.control("POST", "/_sim/clock", { offset_s: 100 })
    await world.control("POST", "/_sim/reset")
    expect((await world.control("GET", "/_sim/payments")).json).toEqual({ data: [] })
    expect((await world.control("POST", "/_sim/flush")).json).toEqual({ data: [] })
    expect((await world.call("GET", "/gwb/v1/events")).json).toEqual({ data: [], has_more: false })
    expect((await world.create("gwp_same")).id).toBe(first.id)
  })

  it.each([
    ["GET", "/_sim/nothing"],
    ["GET", "/_sim/flush"],
    ["POST", "/gwb/v1/payments"],
  ])("returns 404 for %s %s", async (method, path) => {
    const { status, json } = await world.control(method, path)
    expect(status).toBe(404)
    expect(json.error).toMatchObject({ code: "not_found" })
  })

  it("refuses a clock offset that is no number", async () => {
    expect((await world.control("POST", "/_sim/clock", { offset_s: "soon" })).status).toBe(400)
  })

  it("refuses requests from web pages and to other host names", async () => {
    expect(await statusWith({ Host: "localhost:9011" })).toBe(200)
    expect(await statusWith({ Host: "evil.example" })).toBe(403)
    expect(await statusWith({ Origin: "https://evil.example" })).toBe(403)
  })
})

it("the bank returns 404 outside its API and pages", async () => {
  const response = await fetch(`${world.url}/admin`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: "not_found" } })
})
