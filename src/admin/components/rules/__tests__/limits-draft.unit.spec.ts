import { describe, expect, it } from "vitest"
import { fullDraftOf, fullLimitsIn, limitsDraftOf, limitsIn } from "../limits-draft"

describe("the draft of rate limits", () => {
  it("of an agent is empty for a window without an own limit, and null for no limit", () => {
    expect(limitsDraftOf({ minute: 5, hour: null })).toEqual({ minute: "5", hour: null, day: "" })
    expect(limitsDraftOf(null)).toEqual({ minute: "", hour: "", day: "" })
    expect(limitsIn({ minute: " 5 ", hour: null, day: "" })).toEqual({ minute: 5, hour: null })
    expect(limitsIn({ minute: "", hour: " ", day: "" })).toBeNull()
  })

  it("of a channel is empty for no limit", () => {
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

  it("sends text that is no number as 0, which the server refuses, and never as no limit", () => {
    expect(limitsIn({ minute: "many", hour: "", day: "" })).toEqual({ minute: 0 })
    expect(fullLimitsIn({ minute: "many", hour: "1", day: "1" })).toEqual({ minute: 0, hour: 1, day: 1 })
  })
})
