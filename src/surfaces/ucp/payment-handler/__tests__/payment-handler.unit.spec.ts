import { describe, expect, it } from "vitest"
import { accountAt } from "../../../../domain/bank-account"
import type { PaidIn } from "../../../../domain/payment-route"
import type { Call } from "../../../../gateway/call"
import type { SessionNow } from "../../../../queries/checkout/sessions"
import { declaredHandlers, paymentHandlers } from "../payment-handler"

/** Euros are paid at a bank that saves cards, and all else at one that does not. */
const payment_routes = [
  { provider: "pp_gateway_bank", route: "bank", currencies: ["EUR"], bank: "saving" },
  { provider: "pp_gateway_bank", route: "bank" },
] as const
const banks = new Map([
  ["default", { tokenize: "none", mit: false }],
  ["saving", { tokenize: "with_payment", mit: true }],
])
const accounts = {
  nameFor: (paid: PaidIn) => accountAt(payment_routes, paid),
  capabilitiesOf: (name: string) => banks.get(name),
  capabilities: [...banks.values()],
}
const container = { resolve: () => ({ options: { payment_routes }, accounts }) }
const call = { base_url: "https://shop.example", container } as unknown as Call

const savesCards = (handlers: Record<string, readonly object[]>) =>
  Object.values(handlers).map(
    ([handler]) => (handler as { config: { saves_cards: boolean } }).config.saves_cards
  )

describe("`saves_cards` of the payment handler", () => {
  it.each([
    ["EUR", true],
    ["RON", false],
  ])("is in a checkout in %s what its bank can do: %s", (currency, saves) => {
    const session = { region_id: null, quote: { currency } } as SessionNow
    expect(savesCards(paymentHandlers(session, call))).toEqual([saves])
  })

  it("is false in a checkout for which a page of the store comes before the bank", () => {
    const onPage = { provider: "pp_stripe_stripe", route: "page" } as const
    const options = { payment_routes: [onPage, ...payment_routes] }
    const pageFirst = { ...call, container: { resolve: () => ({ options, accounts }) } } as unknown as Call
    const session = { region_id: null, quote: { currency: "EUR" } } as SessionNow
    expect(savesCards(paymentHandlers(session, pageFirst))).toEqual([false])
  })

  it("is in the profile true if one of the banks saves cards", () => {
    expect(savesCards(declaredHandlers(call))).toEqual([true])
  })
})

describe("the handlers of a checkout", () => {
  const options = {
    payment_routes: [
      { provider: "pp_stripe_stripe", route: "page" },
      { provider: "pp_system_default", route: "storefront" },
    ],
  }
  const withBoth = { ...call, container: { resolve: () => ({ options, accounts }) } } as unknown as Call

  it.each([
    [["pp_system_default", "pp_stripe_stripe"], ["example.shop.card_redirect"]],
    [["pp_system_default"], ["example.shop.storefront"]],
    [["pp_other_other"], []],
  ])("in a region that offers %j are %j [ROUTE-47]", (providers, names) => {
    const session = { region_id: "reg_1", providers, quote: { currency: "EUR" } } as unknown as SessionNow
    expect(Object.keys(paymentHandlers(session, withBoth))).toEqual(names)
  })

  it("are in the profile those of all routes [ROUTE-47]", () => {
    const names = ["example.shop.card_redirect", "example.shop.storefront"]
    expect(Object.keys(declaredHandlers(withBoth))).toEqual(names)
  })
})

describe("the handler of Google Pay", () => {
  const options = {
    payment_routes: [
      { provider: "pp_stripe_stripe", route: "page", currencies: ["EUR"], regions: ["reg_eu"] },
      { provider: "pp_mollie_mollie", route: "page" },
    ],
    google_pay: { merchant_id: "BCR2DN4", environment: "TEST" },
    stripe_publishable_key: "pk_test_1",
  }
  const atStripe = { ...call, container: { resolve: () => ({ options, accounts }) } } as unknown as Call
  const google_pay = "com.google.pay"

  const both = ["pp_stripe_stripe", "pp_mollie_mollie"]

  it.each([
    ["reg_eu", "EUR", both, true],
    ["reg_eu", "EUR", ["pp_mollie_mollie"], false],
    ["reg_eu", "EUR", ["pp_other_other"], false],
    ["reg_ro", "EUR", both, false],
    ["reg_eu", "RON", both, false],
    [null, "EUR", [], false],
  ])(
    "is in a checkout in the region %s in %s with %j: %s [ROUTE-35]",
    (region_id, currency, providers, is) => {
      const session = { region_id, providers, quote: { currency } } as unknown as SessionNow
      expect(google_pay in paymentHandlers(session, atStripe)).toBe(is)
    }
  )

  it("is in no checkout for which a provider that redirects comes first [ROUTE-35]", () => {
    const payment_routes = [
      { provider: "pp_mollie_mollie", route: "page" },
      { provider: "pp_stripe_stripe", route: "page" },
    ]
    const mollieFirst = { resolve: () => ({ options: { ...options, payment_routes }, accounts }) }
    const at = (providers: readonly string[]) => {
      const session = { region_id: "reg_eu", providers, quote: { currency: "EUR" } } as unknown as SessionNow
      return google_pay in paymentHandlers(session, { ...call, container: mollieFirst } as unknown as Call)
    }
    expect([at(both), at(["pp_stripe_stripe"])]).toEqual([false, true])
  })

  it("is in the profile of a store with such a route [ROUTE-32]", () => {
    expect(google_pay in declaredHandlers(atStripe)).toBe(true)
    expect(google_pay in declaredHandlers(call)).toBe(false)
  })
})
