import type { MedusaContainer } from "@medusajs/framework/types"
import { describe, expect, it } from "vitest"
import { DeliveryWorker, type DeliverySource } from "../delivery-worker"

interface Due {
  readonly name: string
  readonly client: string
}

const deliveriesDue = (count: number): Due[] =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}`, client: `client ${n % 2}` }))

const warnings: string[] = []
const container = {
  resolve: (name: string) =>
    name === "logger" ? { warn: (text: string) => warnings.push(text) } : undefined,
} as unknown as MedusaContainer

/** A delivery worker whose deliveries are pending until the test ends each one. */
function workerOf(queue: Due[], source: Partial<DeliverySource<Due>> = {}) {
  const in_progress: { due: Due; end: () => void }[] = []
  const leases: { free: number; busy: readonly string[] }[] = []
  const worker = new DeliveryWorker<Due>({
    at_once: 3,
    clientOf: ({ client }) => client,
    nameOf: ({ name }) => name,
    async lease(free, busy) {
      leases.push({ free, busy })
      return queue.splice(0, free)
    },
    deliver: (due) => new Promise<void>((end) => in_progress.push({ due, end })),
    ...source,
  })
  return { worker, in_progress, leases }
}

const tick = () => new Promise((resolve) => setImmediate(resolve))

describe("DeliveryWorker", () => {
  it("delivers at most `at_once` items at a time, and leases the next one when one is done", async () => {
    const { worker, in_progress, leases } = workerOf(deliveriesDue(4))
    await worker.begin(container)
    expect(in_progress.map(({ due }) => due.name)).toEqual(["0", "1", "2"])
    in_progress[1]?.end()
    await tick()
    expect(in_progress.map(({ due }) => due.name)).toEqual(["0", "1", "2", "3"])
    expect(leases[1]).toEqual({ free: 1, busy: ["client 0", "client 0"] })
  })

  it("leases once more for all calls that arrive during a lease", async () => {
    const { worker, leases } = workerOf([])
    await Promise.all(Array.from({ length: 10 }, () => worker.begin(container)))
    expect(leases).toHaveLength(2)
  })

  it("logs an error of `deliver` and continues with the next items", async () => {
    const delivered: string[] = []
    const { worker } = workerOf(deliveriesDue(5), {
      at_once: 1,
      async deliver({ name }) {
        delivered.push(name)
        if (name === "1") throw new Error("no database")
      },
    })
    await worker.begin(container)
    for (let n = 0; n < 20; n++) await tick()
    expect(delivered).toEqual(["0", "1", "2", "3", "4"])
    expect(warnings).toEqual(["1: no database"])
  })
})
