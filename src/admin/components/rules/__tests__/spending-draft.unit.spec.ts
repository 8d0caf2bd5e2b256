import { describe, expect, it } from "vitest"
import { draftOf, emptyRule, spendingOf } from "../spending-draft"

const typed = (rule: object, key = 0) => ({ ...emptyRule(key), currency: "EUR", ...rule })
const read = (...rules: ReturnType<typeof typed>[]) => spendingOf({ only_these_currencies: false, rules })

describe("the draft of spending rules", () => {
  it("shows the saved rules in major units of each currency, and converts back to them", () => {
    const spending = {
      only_these_currencies: true,
      rules: [
        { currency: "EUR", max_per_payment: 1550, max_per_day: 200_000, approval_above: 1 },
        { currency: "JPY", max_per_day: 1500 },
        { currency: "KWD" },
      ],
    }
    const draft = draftOf(spending)
    expect(draft.rules.map(({ max_per_day }) => max_per_day)).toEqual(["2000.00", "1500", ""])
    expect(spendingOf(draft)).toEqual({ spending, mistakes: {} })
  })

  it("has no limit when nothing is entered", () => {
    const spending = { only_these_currencies: false, rules: [] }
    expect(spendingOf(draftOf(null))).toEqual({ spending, mistakes: {} })
  })

  it("accepts a decimal comma, and a currency in any case", () => {
    expect(read(typed({ currency: " eur", max_per_day: "15,5" })).spending.rules).toEqual([
      { currency: "EUR", max_per_day: 1550 },
    ])
  })

  it.each([
    [{ currency: "EURO" }, { "0 currency": "not_a_currency" }],
    [{ max_per_day: "much" }, { "0 max_per_day": "not_an_amount" }],
    [{ max_per_day: "0" }, { "0 max_per_day": "not_an_amount" }],
    [{ max_per_day: "-1" }, { "0 max_per_day": "not_an_amount" }],
    [{ max_per_day: "1.005" }, { "0 max_per_day": "not_an_amount" }],
    [{ max_per_day: "1.500" }, { "0 max_per_day": "not_an_amount" }],
    [{ max_per_day: "10000000.01" }, { "0 max_per_day": "not_an_amount" }],
    [{ max_per_payment: "2", max_per_day: "1" }, { "0 max_per_payment": "more_than_day" }],
    [{ approval_above: "2", max_per_payment: "2" }, { "0 approval_above": "approval_never_needed" }],
    [{ approval_above: "2", max_per_day: "1.99" }, { "0 approval_above": "approval_never_needed" }],
  ])("reports the errors of an invalid rule: %j", (rule, mistakes) => {
    expect(read(typed(rule)).mistakes).toEqual(mistakes)
  })

  it("reports a second rule for the same currency", () => {
    expect(read(typed({}), typed({ currency: "eur" }, 1)).mistakes).toEqual({ "1 currency": "twice" })
  })
})
