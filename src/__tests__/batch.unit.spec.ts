import { describe, expect, it } from "vitest"
import { Batch } from "../batch"

describe("a batch", () => {
  const asked: number[][] = []
  const squares = new Batch(async (numbers: readonly number[]) => {
    asked.push([...numbers])
    if (numbers.includes(13)) throw new Error("thirteen")
    return numbers.map((number) => number * number)
  })

  it("asks once for everything that comes in together, and answers each its own", async () => {
    expect(await Promise.all([2, 3, 4].map((number) => squares.ask(number)))).toEqual([4, 9, 16])
    expect(asked).toEqual([[2, 3, 4]])
  })

  it("asks anew for what comes later", async () => {
    expect(await squares.ask(5)).toBe(25)
    expect(await squares.ask(6)).toBe(36)
    expect(asked.slice(1)).toEqual([[5], [6]])
  })

  it("tells everybody who asked when it fails, and goes on with the next", async () => {
    const outcomes = await Promise.allSettled([squares.ask(1), squares.ask(13)])
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(await squares.ask(7)).toBe(49)
  })
})
