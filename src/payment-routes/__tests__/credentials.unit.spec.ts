import type { MedusaContainer } from "@medusajs/framework/types"
import { describe, expect, it } from "vitest"
import type { ConfiguredRoute } from "../../domain/payment-route"
import { PAYMENT_ROUTES } from ".."

const redirect = { url: "checkout_url", hosts: ["pay.example"] }

describe("a credential [ROUTE-32]", () => {
  it.each<[ConfiguredRoute, boolean]>([
    [{ provider: "pp_stripe_stripe", route: "page" }, true],
    [{ provider: "pp_mollie_mollie", route: "page" }, false],
    [{ provider: "pp_stripe_stripe", route: "page", redirect }, false],
    [{ provider: "pp_gateway_bank", route: "bank" }, false],
    [{ provider: "pp_stripe_stripe", route: "storefront" }, false],
  ])("is charged by the route %j: %s", (route, isCharged) => {
    const container = { resolve: () => ({ options: { payment_routes: [route] } }) }
    expect(
      PAYMENT_ROUTES[route.route].chargesCredential(container as unknown as MedusaContainer, route)
    ).toBe(isCharged)
  })
})
