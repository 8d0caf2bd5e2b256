import { describe, expect, it } from "vitest"
import { fullDraftOf, fullLimitsIn, limitsDraftOf, limitsIn } from "../limits-draft"

describe("limits that are typed", () => {
  it("of an agent: a window that has none of its own stays empty, any number is said", () => {
    expect(limitsDraftOf({ minute: 5, hour: null })).toEqual({ minute: "5", hour: null, day: "" })
    expect(limitsDraftOf(null)).toEqual({ minute: "", hour: "", day: "" })
    expect(limitsIn({ minute: " 5 ", hour: null, day: "" })).toEqual({ minute: 5, hour: null })
    expect(limitsIn({ minute: "", hour: " ", day: "" })).toBeNull()
  })

  it("of a surface: empty is any number", () => {
    expect(fullDraftOf({ minute: 60, hour: null, day: 5000 })).toEqual({
      minute: "60",
      hour: "",
      day: "5000",
    })
    expect(fullLimitsIn({ minute: "60", hour: " ", day: null })).toEqual({
      minute: 60,
      hour: null,
      day: null,
    })
  })

  it("that are no number are sent as nought, which is refused, and never as any number", () => {
    expect(limitsIn({ minute: "many", hour: "", day: "" })).toEqual({ minute: 0 })
    expect(fullLimitsIn({ minute: "many", hour: "1", day: "1" })).toEqual({ minute: 0, hour: 1, day: 1 })
  })
})
