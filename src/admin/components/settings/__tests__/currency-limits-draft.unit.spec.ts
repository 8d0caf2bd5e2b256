import { describe, expect, it } from "vitest"
import { isListedBefore, isOncePerCurrency, limitDraftOf, limitIn } from "../currency-limits-draft"

const NAMES = ["max_per_refund", "max_per_day"] as const

describe("the limits in a currency while they are edited", () => {
  it("are amounts in its major units, and convert back", () => {
    const draft = limitDraftOf(NAMES, { currency: "JPY", max_per_refund: 1500, max_per_day: 9000 })
    expect(draft).toEqual({ currency: "JPY", max_per_refund: "1500", max_per_day: "9000" })
    expect(limitIn(NAMES, { ...draft, currency: " eur" })).toEqual({
      currency: "EUR",
      max_per_refund: 150_000,
      max_per_day: 900_000,
    })
  })

  it.each([
    [{ currency: "EUR", max_per_refund: "many", max_per_day: "1.505" }, "EUR"],
    [{ currency: "EUX", max_per_refund: "1", max_per_day: "2" }, "EUX"],
  ])("become zero, which the server rejects, for %j", (draft, currency) => {
    expect(limitIn(NAMES, draft)).toEqual({ currency, max_per_refund: 0, max_per_day: 0 })
  })

  it("are wrong when an earlier row has the currency, and an empty row never repeats another", () => {
    const rows = ["EUR", "RON", "eur ", "", ""].map((currency) => ({ currency }))
    expect(rows.map((_, index) => isListedBefore(rows, index))).toEqual([false, false, true, false, false])
    expect(isOncePerCurrency(rows)).toBe(false)
    expect(isOncePerCurrency(rows.slice(0, 2))).toBe(true)
  })
})
