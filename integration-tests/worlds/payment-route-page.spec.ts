import { describe, expect, it } from "vitest"
import { PAGE } from "../support/payment-routes/page"
import { describePaymentRoute } from "../support/payment-routes/describe-payment-route"

describe("a checkout that its customer pays on the store's page through Stripe [ROUTE-37]", () => {
  describePaymentRoute(PAGE)

  it("has every scenario but that it sells out after the payment", () => {
    expect(Object.keys(PAGE.lacks)).toEqual(["sold out"])
  })
})
