import { describe, expect, it } from "vitest"
import { nextCheckIn } from "../reconciliation"

const MINUTE = 60
const HOUR = 60 * MINUTE

describe("reconciliation", () => {
  it("checks after 1, 2, 5, 10 and 15 minutes, then every 30 minutes for a day, then every 6 hours for a week [BANK-41]", () => {
    const asked: number[] = []
    for (let age = 0, wait = nextCheckIn(0); wait !== null; wait = nextCheckIn(age))
      asked.push((age += wait) / MINUTE)
    expect(asked.slice(0, 7)).toEqual([1, 2, 5, 10, 15, 45, 75])
    expect(asked.filter((minutes) => minutes < 24 * 60)).toHaveLength(5 + 47)
    expect(asked.at(-1)).toBeGreaterThan(7 * 24 * 60 - 6 * 60)
    expect(asked.at(-1)).toBeLessThan(7 * 24 * 60 + 6 * 60)
  })

  it("stops after a week [BANK-41]", () => {
    expect(nextCheckIn(7 * 24 * HOUR)).toBeNull()
  })
})
