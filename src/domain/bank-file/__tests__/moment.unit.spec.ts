import { describe, expect, it } from "vitest"
import { dayIn, instantIn, momentOf } from "../moment"

const MADRID = "Europe/Madrid"

describe("a date of a bank's file", () => {
  it.each([
    ["2026-03-31", "2026-03-31", null],
    ["31/03/2026", "2026-03-31", null],
    ["1.3.2026", "2026-03-01", null],
    ["31-03-2026 14:05", "2026-03-31", "2026-03-31T12:05:00.000Z"],
    ["2026-01-31 14:05:59", "2026-01-31", "2026-01-31T13:05:59.000Z"],
    ["2026-01-31T14:05:59.120", "2026-01-31", "2026-01-31T13:05:59.000Z"],
    ["2026-03-31T23:30:00Z", "2026-04-01", "2026-03-31T23:30:00.000Z"],
    ["2026-03-31 23:30:00-05:00", "2026-04-01", "2026-04-01T04:30:00.000Z"],
  ])("%s is read with its day in the time zone [ADM-71]", (text, day, at) => {
    expect(momentOf(text, MADRID)).toEqual({ day, at: at === null ? null : Date.parse(at) })
  })

  it.each([
    "03/31/2026",
    "2026-02-30",
    "31/04/2026",
    "2026-03-31 25:00",
    "2026-03-31 noon",
    "31/03/26",
    "yesterday",
    "20260331",
    "",
  ])("%j is refused [ADM-71]", (text) => {
    expect(momentOf(text, MADRID)).toBeUndefined()
  })

  it.each([
    ["2026-03-29T00:00:00", "2026-03-28T23:00:00.000Z"],
    ["2026-03-29T03:00:00", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25T00:00:00", "2026-10-24T22:00:00.000Z"],
    ["2026-10-25T03:00:00", "2026-10-25T02:00:00.000Z"],
  ])("%s is right on the days on which clocks change", (local, at) => {
    expect(new Date(instantIn(MADRID, local)).toISOString()).toBe(at)
    expect(dayIn(MADRID, instantIn(MADRID, local))).toBe(local.slice(0, 10))
  })
})
