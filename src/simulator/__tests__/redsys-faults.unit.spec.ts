import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import {
  nextOrder,
  openPage,
  operationOf,
  paymentOf,
  payWith,
  type RedsysWorld,
  startRedsys,
  VISA,
} from "./support/redsys-shop"
import { until } from "./support/simulator"

let world: RedsysWorld
beforeAll(async () => void (world = await startRedsys()))
afterAll(() => world.stop())
beforeEach(async () => {
  await world.control("POST", "/_sim/reset")
  world.received.splice(0)
})

const fault = (order: object) => world.control("POST", "/_sim/faults", order)

interface ListedOrder {
  order: string
  refunded: number
  is_notified: boolean
}

async function listed(order: string): Promise<ListedOrder | undefined> {
  const { json } = await world.control("GET", "/_sim/redsys/orders")
  return (json.data as ListedOrder[]).find((one) => one.order === order)
}

/** Pays on the page; returns the order number. */
async function paid(): Promise<string> {
  const payment = paymentOf(world)
  await payWith(await openPage(world, payment), VISA)
  return payment.DS_MERCHANT_ORDER
}

const refund = (order: string) => world.api.restTrataPeticion(operationOf(order, "3"))

describe("a fault of the notifications of the Redsys mode", () => {
  it("drops one, as often as requested", async () => {
    await fault({ scope: { times: 1 }, ipn: { drop: true } })
    const [dropped, sent] = [await paid(), await paid()]
    expect(world.received).toHaveLength(1)
    expect([await listed(dropped), await listed(sent)]).toMatchObject([
      { is_notified: false },
      { is_notified: true },
    ])
  })

  it("sends copies", async () => {
    await fault({ scope: { times: 1 }, ipn: { duplicate: 2 } })
    await paid()
    expect(world.received).toHaveLength(3)
    expect(new Set(world.received.map(({ body }) => body)).size).toBe(1)
  })

  it("makes it late, by the bank's clock, without a delay for the customer", async () => {
    await fault({ scope: { times: 1 }, ipn: { delay_ms: 600_000 } })
    await paid()
    expect(world.received).toHaveLength(0)
    await world.control("POST", "/_sim/clock", { offset_s: 601 })
    await until(() => world.received.length === 1)
  })

  it("sends a forged message before the genuine one", async () => {
    await fault({ scope: { times: 1 }, ipn: { forge: "bad_signature" } })
    await paid()
    const signatures = world.received.map(({ body }) => new URLSearchParams(body).get("Ds_Signature"))
    expect(signatures).toHaveLength(2)
    expect(signatures[0]?.slice(1)).toBe(signatures[1]?.slice(1))
    expect(signatures[0]).not.toBe(signatures[1])
  })

  it.each([{ reorder_window: 2 }, { forge: "stale" }])(
    "is not applied if it is impossible: %o",
    async (ipn) => {
      await fault({ scope: { times: 1 }, ipn })
      await paid()
      expect(world.received).toHaveLength(1)
    }
  )
})

describe("a fault of the calls of the Redsys mode", () => {
  it.each([
    ["an error", { status: 503 }, 0],
    ["an error after the execution", { status: 502, execute_then_fail: true }, 1590],
    ["a closed connection", { reset: true }, 0],
    ["a closed connection after the execution", { reset: true, execute_then_fail: true }, 1590],
  ])("fails with %s, once", async (_, api, refunded) => {
    const order = await paid()
    await fault({ scope: { operation: "refund", times: 1 }, api })
    await expect(refund(order)).rejects.toThrow()
    expect(await listed(order)).toMatchObject({ refunded })
    if (!refunded) expect(await refund(order)).toMatchObject({ Ds_Response: "0900" })
  })

  it.each([
    ["never", { hang: true }, 0],
    ["after the execution", { hang: true, execute_then_fail: true }, 1590],
  ])("leaves the connection open: executed %s", async (_, api, refunded) => {
    const order = await paid()
    await fault({ scope: { operation: "refund", times: 1 }, api })
    const unanswered = refund(order)
    unanswered.catch(() => undefined)
    const isAnswered = await Promise.race([unanswered.then(() => true), applied().then(() => false)])
    expect([isAnswered, (await listed(order))?.refunded]).toEqual([false, refunded])
  })

  it("makes it slow, and sends a result without a signature", async () => {
    const order = await paid()
    await fault({
      scope: { operation: "refund", times: 1 },
      api: { latency_ms: 30, unsigned_response: true },
    })
    const began = Date.now()
    await expect(refund(order)).rejects.toThrow()
    expect(Date.now() - began).toBeGreaterThanOrEqual(29)
    expect(await listed(order)).toMatchObject({ refunded: 1590 })
  })

  it("applies to its operation only", async () => {
    const order = await paid()
    await fault({ scope: { operation: "capture", times: 1 }, api: { status: 503 } })
    expect(await refund(order)).toMatchObject({ Ds_Response: "0900" })
    await expect(world.api.restTrataPeticion(operationOf(order, "2"))).rejects.toThrow(
      /not available|The bank/
    )
  })

  it("does not apply to a caller with a wrong signature", async () => {
    await fault({ scope: { times: 1 }, api: { status: 503 } })
    const forged = { ...world.api.createRedirectForm(paymentOf(world)).body, Ds_Signature: "A" }
    const call = { method: "POST", body: JSON.stringify(forged) }
    const response = await fetch(`${world.url}/sis/rest/trataPeticionREST`, call)
    expect(await response.json()).toEqual({ errorCode: "SIS0042" })
    await expect(refund(nextOrder())).rejects.toThrow(/The bank/)
  })
})

/** Waits until the active fault is used. */
const applied = () =>
  until(async () => {
    const { json } = await world.control("GET", "/_sim/faults")
    return (json.data as { left: { api: number } }[]).every(({ left }) => left.api === 0)
  })
