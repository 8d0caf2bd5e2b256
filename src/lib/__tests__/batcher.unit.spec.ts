import { describe, expect, it } from "vitest"
import { Batch } from "../batcher"

describe("Batch", () => {
  const batches: number[][] = []
  const squares = new Batch(async (numbers: readonly number[]) => {
    batches.push([...numbers])
    if (numbers.includes(13)) throw new Error("thirteen")
    return numbers.map((number) => number * number)
  })

  it("processes calls from the same turn of the event loop together and returns each caller's own answer", async () => {
    expect(await Promise.all([2, 3, 4].map((number) => squares.submit(number)))).toEqual([4, 9, 16])
    expect(batches).toEqual([[2, 3, 4]])
  })

  it("processes later calls separately", async () => {
    expect(await squares.submit(5)).toBe(25)
    expect(await squares.submit(6)).toBe(36)
    expect(batches.slice(1)).toEqual([[5], [6]])
  })

  it("rejects all calls of a failed batch and continues with the next batch", async () => {
    const outcomes = await Promise.allSettled([squares.submit(1), squares.submit(13)])
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(await squares.submit(7)).toBe(49)
  })
})
