import { describe, expect, it } from "vitest"
import { STOREFRONT_STRIPE } from "../support/payment-routes/storefront-stripe"
import { describePaymentRoute } from "../support/payment-routes/describe-payment-route"

describe("a checkout that its customer pays in the storefront through Stripe [ROUTE-37]", () => {
  describePaymentRoute(STOREFRONT_STRIPE)

  it("has every scenario but that staff cancel it before the payment", () => {
    expect(Object.keys(STOREFRONT_STRIPE.lacks)).toEqual(["canceled by staff"])
  })
})
