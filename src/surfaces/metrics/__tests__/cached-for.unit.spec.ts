import { describe, expect, it } from "vitest"
import { cachedFor } from "../cached-for"

describe("cachedFor", () => {
  it("calls the function once for all calls within the time, and again afterwards [MET-04]", async () => {
    let calls = 0
    const ask = cachedFor(20, () => Promise.resolve(++calls))
    expect(await Promise.all([ask(0), ask(0), ask(0)])).toEqual([1, 1, 1])
    await new Promise((resolve) => setTimeout(resolve, 25))
    expect(await ask(0)).toBe(2)
  })

  it("does not keep a rejection", async () => {
    let fails = true
    const ask = cachedFor(60_000, () => (fails ? Promise.reject(new Error("away")) : Promise.resolve("back")))
    await expect(ask(0)).rejects.toThrow("away")
    fails = false
    expect(await ask(0)).toBe("back")
  })
})
