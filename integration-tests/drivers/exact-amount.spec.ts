import {
  getAmountFromSmallestUnit,
  getSmallestUnit,
} from "@medusajs/payment-stripe/dist/utils/get-smallest-unit"
import { asValue } from "@medusajs/framework/awilix"
import { createMedusaContainer } from "@medusajs/framework/utils"
import { describe, expect, it } from "vitest"
import { isExactAt } from "../../src/domain/exact-amount"
import { toDecimal } from "../../src/domain/money"
import { BANK_MODULE } from "../../src/modules/bank"
import { createPaymentWorkflow } from "../../src/workflows/payment/create-payment"

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

describe("a payment that a store's own code creates", () => {
  /** Runs the workflow in a store that stores no payment. */
  function create(amount: number) {
    const prepare = () => Promise.reject(new Error("it is not stored"))
    const container = createMedusaContainer()
    container.register(
      BANK_MODULE,
      asValue({ payments: { prepare, find: () => Promise.resolve(undefined) } })
    )
    return createPaymentWorkflow(container).run({
      input: {
        payment_id: "pay_1",
        client_id: "a2a_1",
        region_id: "reg_1",
        provider_id: "pp_stripe_stripe",
        intent: "sale",
        amount,
        currency: "KWD",
        description: "Astrolabe",
        order_reference: null,
        customer_email: null,
        return_url: null,
        purchase_key: "purchase_1",
      },
    })
  }

  it("is refused before it is stored if its provider would round it [ROUTE-28]", async () => {
    await expect(create(1234)).rejects.toThrow("pp_stripe_stripe would round 1.234 KWD.")
    await expect(create(1230)).rejects.toThrow("it is not stored")
  })
})
