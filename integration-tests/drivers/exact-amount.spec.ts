import {
  getAmountFromSmallestUnit,
  getSmallestUnit,
} from "@medusajs/payment-stripe/dist/utils/get-smallest-unit"
import { describe, expect, it } from "vitest"
import { isExactAt } from "../../src/domain/exact-amount"
import { toDecimal } from "../../src/domain/money"

const AMOUNTS = [1, 5, 10, 11, 99, 100, 101, 110, 1234, 12_340, 99_999, 1_000_000]

describe("an amount at a provider of Medusa's Stripe module", () => {
  it.each(Intl.supportedValuesOf("currency"))(
    "in %s is exact if the module does not round it [ROUTE-28]",
    (currency) => {
      const isKept = (amount: number) => {
        const sent = getSmallestUnit(toDecimal(amount, currency), currency)
        return getAmountFromSmallestUnit(sent, currency) === Number(toDecimal(amount, currency))
      }
      const exact = AMOUNTS.filter((amount) => isExactAt("pp_stripe_stripe", amount, currency))
      expect(exact).toEqual(AMOUNTS.filter(isKept))
    }
  )

  it("is rounded by each of its providers, and by no provider of another module [ROUTE-28]", () => {
    expect(isExactAt("pp_stripe-blik_stripe", 1234, "KWD")).toBe(false)
    expect(isExactAt("pp_paypal_paypal", 1234, "KWD")).toBe(true)
  })
})
