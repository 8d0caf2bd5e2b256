import { describe, expect, it } from "vitest"
import { nextCheckIn } from "../reconciliation"

const MINUTE = 60
const HOUR = 60 * MINUTE

describe("reconciliation", () => {
  it("checks after 1, 2, 5, 10 and 15 minutes, then every 30 minutes for a day, then every 6 hours for a week [BANK-41]", () => {
    const checked_at: number[] = []
    for (let age = 0, wait = nextCheckIn(0); wait !== null; wait = nextCheckIn(age))
      checked_at.push((age += wait) / MINUTE)
    expect(checked_at.slice(0, 7)).toEqual([1, 2, 5, 10, 15, 45, 75])
    expect(checked_at.filter((minutes) => minutes < 24 * 60)).toHaveLength(5 + 47)
    expect(checked_at.at(-1)).toBeGreaterThan(7 * 24 * 60 - 6 * 60)
    expect(checked_at.at(-1)).toBeLessThan(7 * 24 * 60 + 6 * 60)
  })

  it("sets no pause after a week", () => {
    expect(nextCheckIn(7 * 24 * HOUR)).toBeNull()
  })
})
