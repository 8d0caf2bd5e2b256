import { describe, expect, it } from "vitest"
import { findHoldingPayment, type HoldingPayment } from "../find-holding-payment"

const atProvider: HoldingPayment = { payment_id: null, is_held: true }
const ended: HoldingPayment = { payment_id: "pay_1", is_held: false }
const held: HoldingPayment = { payment_id: "pay_2", is_held: true }

const fails = () => Promise.reject(new Error("the provider does not answer"))

describe("the payment that holds a cart's money", () => {
  it("is the first one of those that do [ROUTE-11]", async () => {
    expect(await findHoldingPayment([ended, held, { ...held }], fails)).toBe(held)
    expect(await findHoldingPayment([atProvider, held], () => Promise.resolve(true))).toBe(atProvider)
    expect(await findHoldingPayment([atProvider, ended], () => Promise.resolve(false))).toBeUndefined()
  })

  it("is found although a provider of another session fails [ROUTE-11]", async () => {
    expect(await findHoldingPayment([atProvider, held], fails)).toBe(held)
  })

  it("is unknown when a provider fails and no other session holds money [ROUTE-11]", async () => {
    await expect(findHoldingPayment([atProvider, ended], fails)).rejects.toThrow("does not answer")
  })
})
