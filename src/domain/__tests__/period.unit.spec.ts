import { expect, it } from "vitest"
import { boundsOf, daysBefore, daysIn, periodBefore } from "../period"

it("daysIn counts the first and the last day of a period", () => {
  expect(daysIn({ from: "2026-02-27", to: "2026-03-01" })).toBe(3)
  expect(daysIn({ from: "2026-03-01", to: "2026-03-01" })).toBe(1)
  expect(daysIn({ from: "2026-03-02", to: "2026-03-01" })).toBe(0)
})

it("daysBefore works across months and years, also forward", () => {
  expect(daysBefore("2026-01-02", 3)).toBe("2025-12-30")
  expect(daysBefore("2028-02-28", -1)).toBe("2028-02-29")
})

it("boundsOf excludes the first time after the period", () => {
  expect(boundsOf({ from: "2026-01-31", to: "2026-01-31" })).toEqual([
    "2026-01-31T00:00:00Z",
    "2026-02-01T00:00:00Z",
  ])
})

it("periodBefore has the same length and ends on the day before", () => {
  expect(periodBefore({ from: "2026-03-01", to: "2026-03-02" })).toEqual({
    from: "2026-02-27",
    to: "2026-02-28",
  })
  expect(periodBefore({ from: "2026-03-01", to: "2026-03-01" })).toEqual({
    from: "2026-02-28",
    to: "2026-02-28",
  })
})
