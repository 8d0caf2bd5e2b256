import { describe, expect, it } from "vitest"
import type { Call } from "../../../../gateway/call"
import { paymentHandlers } from "../payment-handler"

const bank = { driver: "gwb", merchant_id: "m_1" }
const atBank = { provider: "pp_gateway_bank", route: "bank" }
const onPage = { provider: "pp_stripe_stripe", route: "page" }
const inStorefront = { provider: "pp_system_default", route: "storefront" }

/** The processors of the handlers of a store with these routes. */
const processorsOf = (payment_routes: readonly object[], options: object = { bank }) => {
  const policy = { options: { ...options, payment_routes } }
  const call = { base_url: "https://shop.example", container: { resolve: () => policy } }
  return paymentHandlers(call as unknown as Call).map((handler) => (handler as { psp: string }).psp)
}

describe("the payment handlers of a session", () => {
  it("name the bank if a route leads to it, also beside the store's page", () => {
    expect(processorsOf([atBank])).toEqual(["gwb"])
    expect(processorsOf([onPage, atBank])).toEqual(["gwb"])
  })

  it("name the provider of the store's page if no route leads to the bank", () => {
    expect(processorsOf([onPage])).toEqual(["pp_stripe_stripe"])
    expect(processorsOf([onPage], {})).toEqual(["pp_stripe_stripe"])
  })

  it("add the storefront, and are none without a route", () => {
    expect(processorsOf([atBank, inStorefront])).toEqual(["gwb", "pp_system_default"])
    expect(processorsOf([])).toEqual([])
  })
})
