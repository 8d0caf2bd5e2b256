import { describe, expect, it } from "vitest"
import type { Call } from "../../../../gateway/call"
import { paymentHandlers } from "../payment-handler"

const bank = { driver: "gwb", merchant_id: "m_1" }
const atBank = { provider: "pp_gateway_bank", route: "bank" }
const onPage = { provider: "pp_stripe_stripe", route: "page" }
const inStorefront = { provider: "pp_system_default", route: "storefront" }

/** The handlers of a store with these routes, for a session in this currency, in a region with these providers. */
const handlersOf = (
  payment_routes: readonly object[],
  options: object = { bank },
  currency = "EUR",
  providers?: readonly string[]
) => {
  const policy = { options: { banks: {}, ...options, payment_routes } }
  const call = { base_url: "https://shop.example", container: { resolve: () => policy } }
  return paymentHandlers(call as unknown as Call, { currency, providers }) as {
    id: string
    psp: string
    config: object
  }[]
}

/** The processors of the handlers. */
const processorsOf = (payment_routes: readonly object[], options?: object) =>
  handlersOf(payment_routes, options).map(({ psp }) => psp)

describe("the payment handlers of a session", () => {
  it("name the bank if a route leads to it", () => {
    expect(processorsOf([atBank])).toEqual(["gwb"])
  })

  it("name the page's provider where its route comes first for the session's currency", () => {
    expect(processorsOf([onPage, atBank])).toEqual(["pp_stripe_stripe"])
    const routes = [{ ...atBank, currencies: ["RON"] }, onPage]
    const processorIn = (currency: string) => handlersOf(routes, { bank }, currency).map(({ psp }) => psp)
    expect([processorIn("RON"), processorIn("EUR")]).toEqual([["gwb"], ["pp_stripe_stripe"]])
  })

  it("name the bank account that takes the session's currency", () => {
    const options = { bank, banks: { cards_eu: { driver: "redsys", merchant_id: "999008881" } } }
    const routes = [{ ...atBank, currencies: ["EUR"], bank: "cards_eu" }, atBank]
    const [euros, lei] = ["EUR", "RON"].map((currency) => handlersOf(routes, options, currency)[0]?.config)
    expect(euros).toEqual({ merchant_id: "999008881", psp: "redsys" })
    expect(lei).toEqual({ merchant_id: "m_1", psp: "gwb" })
  })

  it("name the provider of the store's page if no route leads to the bank", () => {
    expect(processorsOf([onPage])).toEqual(["pp_stripe_stripe"])
    expect(processorsOf([onPage], {})).toEqual(["pp_stripe_stripe"])
  })

  it("take shared payment tokens only where a route leads to a page at Stripe [ROUTE-36]", () => {
    const options = { stripe_shared_payment_tokens: { merchant_id: "profile_1" } }
    const routes = [
      { ...onPage, currencies: ["EUR"] },
      { provider: "pp_mollie_mollie", route: "page" },
    ]
    const idsIn = (currency: string) => handlersOf(routes, options, currency).map(({ id }) => id)
    expect(idsIn("EUR")).toEqual(["gw_redirect", "gw_shared_payment_token"])
    expect(idsIn("RON")).toEqual(["gw_redirect"])
  })

  it("are those of the first route whose provider the region offers, and none without one [ROUTE-47]", () => {
    const at = (...providers: string[]) =>
      handlersOf([atBank, inStorefront], { bank }, "EUR", providers).map(({ psp }) => psp)
    expect(at("pp_system_default", "pp_gateway_bank")).toEqual(["gwb"])
    expect(at("pp_system_default")).toEqual(["pp_system_default"])
    expect([at("pp_stripe_stripe"), at(), processorsOf([])]).toEqual([[], [], []])
  })
})
