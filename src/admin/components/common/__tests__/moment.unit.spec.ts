import { describe, expect, it } from "vitest"
import { dayOf, momentOf } from "../moment"

describe("an entered time", () => {
  it("is in the user's time zone, and so is its day", () => {
    const moment = momentOf("2026-11-22T23:59:59.999")
    expect(moment).toBe(new Date(2026, 10, 22, 23, 59, 59, 999).toISOString())
    expect(dayOf(moment)).toBe("2026-11-22")
  })

  it("is undefined while it is incomplete or invalid", () => {
    expect(momentOf("T00:00:00.000")).toBeUndefined()
    expect(dayOf(undefined)).toBe("")
    expect(dayOf("nonsense")).toBe("")
  })
})
