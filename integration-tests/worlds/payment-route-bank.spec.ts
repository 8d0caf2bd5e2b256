import { describe, expect, it } from "vitest"
import { BANK } from "../support/payment-routes/bank"
import { describePaymentRoute } from "../support/payment-routes/describe-payment-route"

describe("a checkout that its customer pays at the bank [ROUTE-37]", () => {
  describePaymentRoute(BANK)

  it("has every scenario but that it sells out after the payment", () => {
    expect(Object.keys(BANK.lacks)).toEqual(["sold out"])
  })
})
