import { describe, expect, it } from "vitest"
import { isCreatedAt } from ".."

describe("the payment of a session", () => {
  it.each([
    ["pp_stripe_stripe", { id: "pi_1", capture_method: "automatic" }, true],
    ["pp_stripe_stripe", { capture_method: "automatic" }, false],
    ["pp_stripe_stripe", { indeterminate_due_to: "stripe_api_error" }, false],
    ["pp_stripe-ideal_stripe", {}, false],
    ["pp_paypal_paypal", {}, true],
    ["pp_system_default", {}, true],
  ])("at %s may be created with the data %j: %s", (provider_id, data, is_created) => {
    expect(isCreatedAt(provider_id, data)).toBe(is_created)
  })
})
