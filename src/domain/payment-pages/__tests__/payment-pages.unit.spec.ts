import { describe, expect, it } from "vitest"
import { pageNameOf, pageOf } from ".."

describe("the page of a payment provider", () => {
  it.each([
    ["pp_stripe_stripe", "stripe"],
    ["pp_stripe-ideal_stripe", undefined],
    ["pp_stripes_stripe", undefined],
    ["pp_system_default", undefined],
    ["pp_gateway_bank", undefined],
  ])("of %s is %s", (provider, name) => {
    expect(pageNameOf(provider)).toBe(name)
  })

  it.each([
    [{ client_secret: "s", capture_method: "automatic" }, true],
    [{ client_secret: "s", capture_method: "manual" }, false],
    [{ client_secret: "s" }, false],
    [{ capture_method: "automatic" }, false],
  ])("at Stripe is open with the data %j: %s", (data, is_open) => {
    expect(pageOf("pp_stripe_stripe")?.isOpen(data)).toBe(is_open)
  })

  it.each([
    [{ id: "pi_1", capture_method: "automatic" }, true],
    [{ capture_method: "automatic" }, false],
  ])("at Stripe is created with the data %j: %s", (data, is_created) => {
    expect(pageOf("pp_stripe_stripe")?.isCreated(data)).toBe(is_created)
  })

  it("at Stripe reads a saved card, and no saved method of another kind", () => {
    const card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040, funding: "credit" }
    const read = (data: object) => pageOf("pp_stripe_stripe")?.savedCard({ id: "pm_1", ...data })
    const shown = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 }
    expect(read({ type: "card", card })).toEqual({ id: "pm_1", ...shown })
    expect(read({ type: "card", card: {} })).toMatchObject({ brand: null, exp_year: null })
    expect(read({ type: "sepa_debit", sepa_debit: { last4: "3000" } })).toBeNull()
    expect(read({ type: "card" })).toBeNull()
  })
})
