import { describe, expect, it } from "vitest"
import { type Spending, hasDailyLimit, needsApproval, limitError } from "../spending"

const RULES: Spending = {
  only_these_currencies: true,
  rules: [
    { currency: "EUR", max_per_payment: 100, max_per_day: 250, approval_above: 50 },
    { currency: "RON" },
  ],
}

const eur = (amount: number) => ({ amount, currency: "EUR" })
const refusal = (amount: number, spent: number, spending = RULES) =>
  limitError(spending, eur(amount), spent)?.data

describe("spending limits", () => {
  it.each([
    [100, 0, undefined],
    [101, 0, { limit: "per_payment", currency: "EUR", max: 100 }],
    [100, 150, undefined],
    [100, 151, { limit: "per_day", currency: "EUR", max: 250, left: 99 }],
    [1, 250, { limit: "per_day", currency: "EUR", max: 250, left: 0 }],
    [1, 900, { limit: "per_day", currency: "EUR", max: 250, left: 0 }],
  ])("decide on a payment of %i after %i spent today", (amount, spent, expected) => {
    expect(refusal(amount, spent)).toEqual(expected)
  })

  it("do not limit a currency without a rule, unless only the named currencies are allowed", () => {
    expect(limitError(RULES, { amount: 10 ** 9, currency: "RON" }, 10 ** 9)).toBeUndefined()
    const foreign = { amount: 1, currency: "USD" }
    expect(limitError(RULES, foreign, 0)?.data).toEqual({ limit: "currency", currency: "USD" })
    expect(limitError({ ...RULES, only_these_currencies: false }, foreign, 0)).toBeUndefined()
  })

  it("require approval only above the threshold, and the day's total only for a currency with a daily limit", () => {
    expect([needsApproval(RULES, eur(50)), needsApproval(RULES, eur(51))]).toEqual([false, true])
    expect(needsApproval(RULES, { amount: 10 ** 9, currency: "RON" })).toBe(false)
    expect([hasDailyLimit(RULES, eur(1)), hasDailyLimit(RULES, { amount: 1, currency: "RON" })]).toEqual([
      true,
      false,
    ])
  })
})
