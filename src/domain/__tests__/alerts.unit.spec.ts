import { describe, expect, it } from "vitest"
import { textOf } from "../alerts"

const payment = { payment_id: "pay_1", order_id: "order_1", shop_order_id: 1042, reason: "amount differs" }

describe("alert texts", () => {
  it.each([
    [1500, "EUR", "15.00 EUR"],
    [1500, "JPY", "1500 JPY"],
    [1500, "KWD", "1.500 KWD"],
  ])("show %i minor units of %s in major units", (amount, currency, sum) => {
    const { title, description } = textOf("payment_review", { ...payment, amount, currency })
    expect([title, description]).toEqual([
      "A payment needs review: order 1042",
      `${sum}, payment pay_1: amount differs.`,
    ])
  })

  it("name the payment if it has no order", () => {
    const data = { ...payment, shop_order_id: null, amount: 100, currency: "EUR", dispute_id: "dsp_1" }
    expect(textOf("dispute", data)).toEqual({
      title: "A cardholder disputes a payment: pay_1",
      description: "1.00 EUR of payment pay_1, reason: amount differs. Answer dispute dsp_1 at the bank.",
    })
  })
})
