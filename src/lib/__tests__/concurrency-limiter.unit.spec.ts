import { setImmediate as tick } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { ConcurrencyLimiter } from "../concurrency-limiter"

/** Tasks that run until the test ends them. */
function tasks() {
  const started: number[] = []
  const ends: (() => void)[] = []
  const task = (n: number) => async () => {
    started.push(n)
    await new Promise<void>((end) => (ends[n] = end))
    return n
  }
  const end = async (n: number) => {
    ends[n]?.()
    await tick()
  }
  return { started, task, end }
}

describe("ConcurrencyLimiter", () => {
  it("runs at most `width` tasks at once, in the order of arrival", async () => {
    const { started, task, end } = tasks()
    const limiter = new ConcurrencyLimiter(2)
    const all = [0, 1, 2, 3].map((n) => limiter.run(task(n)))
    await tick()
    expect([started, limiter.waiting]).toEqual([[0, 1], 2])
    await end(1)
    expect([started, limiter.waiting]).toEqual([[0, 1, 2], 1])
    await end(0)
    await end(2)
    await end(3)
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
  })

  it("gives a free place to the task that has waited longest, ahead of one that arrives at that moment", async () => {
    const { started, task, end } = tasks()
    const limiter = new ConcurrencyLimiter(1)
    const first = limiter.run(task(0)).then(() => void limiter.run(task(2)))
    void limiter.run(task(1))
    await tick()
    await end(0)
    await first
    await tick()
    expect([started, limiter.waiting]).toEqual([[0, 1], 1])
  })

  it("rejects for the caller of a task that fails, and runs the next task", async () => {
    const limiter = new ConcurrencyLimiter(1)
    const failing = limiter.run(() => Promise.reject(new Error("no")))
    const next = limiter.run(() => Promise.resolve("done"))
    await expect(failing).rejects.toThrow("no")
    expect(await next).toBe("done")
  })
})
