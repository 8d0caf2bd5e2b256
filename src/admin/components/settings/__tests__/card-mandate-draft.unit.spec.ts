import { describe, expect, it } from "vitest"
import { DEFAULT_MANDATE } from "../../../../domain/card-mandate"
import { draftOf, MANDATE_LIMITS, mandateOf } from "../card-mandate-draft"
import { emptyLimit } from "../currency-limits-draft"

describe("the default mandate in the settings form", () => {
  it("is shown in major units, and converts back", () => {
    const draft = draftOf(DEFAULT_MANDATE)
    expect(draft.limits[0]).toEqual({ currency: "EUR", max_per_charge: "100.00", max_per_month: "300.00" })
    expect(mandateOf(draft)).toEqual(DEFAULT_MANDATE)
  })

  it("becomes one that the server refuses when a text is no number", () => {
    const { days, limits } = mandateOf({ days: "long", limits: [emptyLimit(MANDATE_LIMITS)] })
    expect([days, limits]).toEqual([0, [{ currency: "", max_per_charge: 0, max_per_month: 0 }]])
  })
})
