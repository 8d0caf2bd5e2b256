import { describe, expect, it } from "vitest"
import { durationOf, secondsOf } from "../duration"

describe("a duration", () => {
  it.each([
    [300, { amount: "5", unit: "minutes" }],
    [3600, { amount: "1", unit: "hours" }],
    [86_400, { amount: "1", unit: "days" }],
    [90_000, { amount: "25", unit: "hours" }],
    [301, { amount: String(301 / 60), unit: "minutes" }],
  ] as const)("of %i seconds is %j, and converts back", (seconds, duration) => {
    expect(durationOf(seconds)).toEqual(duration)
    expect(Math.round(secondsOf(duration))).toBe(seconds)
  })

  it.each(["", "many", " "])("of %j is not a number", (amount) => {
    expect(secondsOf({ amount, unit: "days" })).toBeNaN()
  })
})
