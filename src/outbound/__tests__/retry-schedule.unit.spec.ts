import { describe, expect, it } from "vitest"
import { pauseAfter } from "../retry-schedule"

describe("pauseAfter", () => {
  it("returns pauses of seconds at first, and no more after about 76 hours in total", () => {
    const pauses: number[] = []
    for (let failures = 1; ; failures++) {
      const pause = pauseAfter(failures)
      if (pause === undefined) break
      pauses.push(pause)
    }
    expect(pauses.slice(0, 2)).toEqual([2, 10])
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3600
    expect(hours).toBeGreaterThan(68)
    expect(hours).toBeLessThan(84)
  })

  it("uses the pause that the receiver requests if it is longer, up to a day", () => {
    expect(pauseAfter(1, 120)).toBe(120)
    expect(pauseAfter(1, 1)).toBe(2)
    expect(pauseAfter(1, 10 * 24 * 3600)).toBe(24 * 3600)
  })
})
