import { describe, expect, it } from "vitest"
import { STOREFRONT_MANUAL } from "../support/payment-routes/storefront-manual"
import { describePaymentRoute } from "../support/payment-routes/describe-payment-route"

describe("a checkout that its customer pays in the storefront with Medusa's manual provider [ROUTE-37]", () => {
  describePaymentRoute(STOREFRONT_MANUAL)

  it("has every scenario but those of a provider that declines, notifies, or refunds by itself", () => {
    expect(Object.keys(STOREFRONT_MANUAL.lacks)).toEqual([
      "declined",
      "repeated",
      "late",
      "early",
      "sold out",
      "canceled by staff",
      "refunded by its agent",
    ])
  })
})
