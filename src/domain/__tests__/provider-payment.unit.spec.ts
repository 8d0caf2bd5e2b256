import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type ProviderPayment, refundableOf, totalsOf } from "../provider-payment"

const movements = (...amounts: number[]) =>
  amounts.map((amount, n) => ({ id: `m${n}`, merchant_reference: null, amount }))

const payment = (change: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: "pay",
  provider_id: "pp_any",
  amount: 1000,
  is_canceled: false,
  captures: [],
  refunds: [],
  ...change,
})

describe("the totals of an order's payments at another provider [ROUTE-13]", () => {
  it.each([
    ["authorized", [payment()], 1000, 0, 0],
    ["partially_captured", [payment({ captures: movements(400) })], 1000, 400, 0],
    ["captured", [payment({ captures: movements(400, 600), refunds: movements(250) })], 1000, 1000, 250],
    ["voided", [payment({ is_canceled: true })], 1000, 0, 0],
    ["captured", [payment({ is_canceled: true }), payment({ captures: movements(1000) })], 1000, 1000, 0],
    ["captured", [payment({ is_canceled: true, captures: movements(300) })], 300, 300, 0],
    ["captured", [payment({ amount: 700, captures: movements(900) })], 900, 900, 0],
  ] as const)("are %s", (status, payments, amount, captured, refunded) => {
    expect(totalsOf(payments)).toMatchObject({ status, amount, captured, refunded })
  })

  it("do not exist without a payment", () => {
    expect([totalsOf([]), totalsOf([payment({ amount: 0 })])]).toEqual([undefined, undefined])
  })

  it("always satisfy what the database requires: refunded up to captured up to the amount", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 3 })
    const any = fc.record({
      amount: fc.integer({ min: 0, max: 10_000 }),
      is_canceled: fc.boolean(),
      captures: amounts.map((all) => movements(...all)),
      refunds: amounts.map((all) => movements(...all)),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (all) => {
        const totals = totalsOf(all.map((one) => payment(one)))
        if (!totals) return
        const { amount, captured, refunded } = totals
        expect(amount).toBeGreaterThan(0)
        expect(refunded >= 0 && refunded <= captured && captured <= amount).toBe(true)
      })
    )
  })

  it("leave to refund what is captured and not refunded", () => {
    expect(refundableOf(payment({ captures: movements(400, 600), refunds: movements(250) }))).toBe(750)
  })
})
