import { setImmediate as turn } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { ConcurrencyLimiter } from "../concurrency-limiter"

/** Tasks that run until the test ends them. */
function tasks() {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const task = (n: number) => async () => {
    begun.push(n)
    await new Promise<void>((end) => (ends[n] = end))
    return n
  }
  const end = async (n: number) => {
    ends[n]?.()
    await turn()
  }
  return { begun, task, end }
}

describe("ConcurrencyLimiter", () => {
  it("runs at most as many tasks at once as there are lanes, in the order of arrival", async () => {
    const { begun, task, end } = tasks()
    const lanes = new ConcurrencyLimiter(2)
    const all = [0, 1, 2, 3].map((n) => lanes.run(task(n)))
    await turn()
    expect([begun, lanes.waiting]).toEqual([[0, 1], 2])
    await end(1)
    expect([begun, lanes.waiting]).toEqual([[0, 1, 2], 1])
    await end(0)
    await end(2)
    await end(3)
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
  })

  it("gives a free lane to the task that has waited longest, ahead of one that arrives at that moment", async () => {
    const { begun, task, end } = tasks()
    const lanes = new ConcurrencyLimiter(1)
    const first = lanes.run(task(0)).then(() => void lanes.run(task(2)))
    void lanes.run(task(1))
    await turn()
    await end(0)
    await first
    await turn()
    expect([begun, lanes.waiting]).toEqual([[0, 1], 1])
  })

  it("rejects for the caller of a task that fails, and runs the next task", async () => {
    const lanes = new ConcurrencyLimiter(1)
    const failing = lanes.run(() => Promise.reject(new Error("no")))
    const next = lanes.run(() => Promise.resolve("done"))
    await expect(failing).rejects.toThrow("no")
    expect(await next).toBe("done")
  })
})
