import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Payment } from "../../../modules/bank/models/payment"
import { announceOrder } from "../announce-order"

const payment = { id: "pay_1", order_id: "order_1" } as Payment

/**
 * A container with only the event bus and the announcement mark. As in the database, the mark is set once `announce`
 * resolves.
 */
function storeWith(emit: (event: object, options: object) => Promise<void>) {
  const marked = { announced: false }
  const placements = {
    async announceOnce(_id: string, announce: () => Promise<void>) {
      await announce()
      marked.announced = true
    },
  }
  const resolve = (key: string) => (key === Modules.EVENT_BUS ? { emit } : { placements })
  return { container: { resolve } as unknown as MedusaContainer, marked }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe("announceOrder", () => {
  it("emits the event with the same job id each time, so that a persistent bus drops the duplicate [BANK-30]", async () => {
    const emitted: object[] = []
    const { container, marked } = storeWith(async (event, options) => void emitted.push({ event, options }))
    await announceOrder(payment, container)
    await announceOrder(payment, container)
    expect(marked.announced).toBe(true)
    expect(emitted[0]).toMatchObject({
      event: { name: "order.placed", data: { id: "order_1" } },
      options: { jobId: "order.placed-order_1" },
    })
    expect(emitted[1]).toEqual(emitted[0])
  })

  it("rejects after five seconds and leaves the order unannounced while the event bus does not answer [BANK-30]", async () => {
    const { container, marked } = storeWith(() => new Promise(() => undefined))
    const announcing = expect(announceOrder(payment, container)).rejects.toThrow("does not answer")
    await vi.advanceTimersByTimeAsync(5000)
    await announcing
    expect(marked.announced).toBe(false)
  })
})
