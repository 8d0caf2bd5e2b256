import { describe, expect, it } from "vitest"
import { dayOf, momentOf } from "../moment"

describe("a time that is typed", () => {
  it("is one of the viewer's own zone, and its day is the viewer's", () => {
    const moment = momentOf("2026-11-22T23:59:59.999")
    expect(moment).toBe(new Date(2026, 10, 22, 23, 59, 59, 999).toISOString())
    expect(dayOf(moment)).toBe("2026-11-22")
  })

  it("is none while it is not whole, and an address may hold anything", () => {
    expect(momentOf("T00:00:00.000")).toBeUndefined()
    expect(dayOf(undefined)).toBe("")
    expect(dayOf("nonsense")).toBe("")
  })
})
