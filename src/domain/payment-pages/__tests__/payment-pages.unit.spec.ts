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
})
