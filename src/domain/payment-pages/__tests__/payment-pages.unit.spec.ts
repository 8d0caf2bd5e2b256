import { describe, expect, it } from "vitest"
import { pageOf } from ".."
import type { ConfiguredRoute } from "../../payment-route"

const OTHER: ConfiguredRoute = {
  provider: "pp_other_shop",
  route: "page",
  redirect: { url: "links.0.checkout_url", hosts: ["pay.example"], name: "Example Pay" },
}

const named = (provider: string, routes: readonly ConfiguredRoute[] = []) => pageOf(provider, routes)?.name

describe("the page of a payment provider", () => {
  it.each([
    ["pp_stripe_stripe", "Stripe"],
    ["pp_stripe-ideal_stripe", undefined],
    ["pp_stripes_stripe", undefined],
    ["pp_mollie_mollie", "Mollie"],
    ["pp_mollie-hosted-checkout_mollie", "Mollie"],
    ["pp_mollies_mollie", undefined],
    ["pp_paypal_paypal", "PayPal"],
    ["pp_mollie-paypal_mollie", "Mollie"],
    ["pp_other_shop", undefined],
    ["pp_system_default", undefined],
    ["pp_gateway_bank", undefined],
  ])("of %s is %s [ROUTE-40]", (provider, name) => {
    expect(named(provider)).toBe(name)
  })

  it("of any other provider is described by its route, whose first host is its default name [ROUTE-40]", () => {
    expect(named("pp_other_shop", [OTHER])).toBe("Example Pay")
    const { provider, redirect } = OTHER
    const unnamed = { url: "url", hosts: redirect?.hosts ?? [] }
    expect(named("pp_other_shop", [{ ...OTHER, redirect: unnamed }])).toBe("pay.example")
    expect(named("pp_other_shop", [{ provider, route: "page" }])).toBeUndefined()
    expect(named("pp_other_shop", [{ ...OTHER, route: "storefront" }])).toBeUndefined()
    expect(named("pp_system_default", [{ ...OTHER, provider: "pp_system_default" }])).toBeUndefined()
  })

  it.each([
    [{ client_secret: "s", capture_method: "automatic" }, true],
    [{ client_secret: "s", capture_method: "manual" }, false],
    [{ client_secret: "s" }, false],
    [{ capture_method: "automatic" }, false],
  ])("at Stripe is open with the data %j: %s", (data, is_open) => {
    expect(pageOf("pp_stripe_stripe", [])?.isOpen(data)).toBe(is_open)
  })

  it.each([
    [{ id: "pi_1", capture_method: "automatic" }, true],
    [{ capture_method: "automatic" }, false],
  ])("at Stripe is created with the data %j: %s", (data, is_created) => {
    expect(pageOf("pp_stripe_stripe", [])?.isCreated(data)).toBe(is_created)
  })
})

describe("the provider's own page for a payment", () => {
  const href = "https://www.mollie.com/checkout/1"
  it.each([
    [{ _links: { checkout: { href } } }, href],
    [{ _links: { checkout: { href } }, captureMode: "automatic" }, href],
    [{ _links: { checkout: { href } }, captureMode: "manual" }, undefined],
    [{ _links: {} }, undefined],
    [{ _links: { checkout: { href: [href] } } }, undefined],
  ])("at Mollie with the data %j is %s [ROUTE-40]", (data, url) => {
    const page = pageOf("pp_mollie_mollie", [])
    expect(page?.isOpen(data) ? page.checkoutUrl(data) : undefined).toBe(url)
  })

  const approve = "https://www.paypal.com/checkoutnow?token=1"
  it.each([
    [
      {
        links: [
          { rel: "self", href: "https://api-m.paypal.com/1" },
          { rel: "approve", href: approve },
        ],
      },
      approve,
    ],
    [{ intent: "CAPTURE", links: [{ rel: "payer-action", href: approve }] }, approve],
    [{ intent: "AUTHORIZE", links: [{ rel: "approve", href: approve }] }, undefined],
    [{ approval_url: approve }, approve],
    [{ links: [{ rel: "self", href: approve }] }, undefined],
    [{ links: "approve" }, undefined],
  ])("at PayPal with the data %j is %s [ROUTE-40]", (data, url) => {
    const page = pageOf("pp_paypal_paypal", [])
    expect(page?.isOpen(data) ? page.checkoutUrl(data) : undefined).toBe(url)
  })

  it.each([
    ["https://pay.example/1?a=b", true],
    ["https://eu.pay.example/1", true],
    ["http://pay.example/1", false],
    ["https://evil.example/1", false],
    ["https://notpay.example/1", false],
    ["https://pay.example.evil.example/1", false],
    ["https://pay.example@evil.example/1", false],
    ["https://user:secret@pay.example/1", false],
    ["https://pay.example:8443/1", false],
    ["//pay.example/1", false],
    ["javascript:alert(1)", false],
  ])("is used only with HTTPS on a host of the provider: %s is %s [ROUTE-40]", (checkout_url, is_used) => {
    const page = pageOf("pp_other_shop", [OTHER])
    const data = { links: [{ checkout_url }] }
    expect(page?.checkoutUrl(data)).toBe(is_used ? checkout_url : undefined)
    expect([page?.isOpen(data), page?.isCreated(data)]).toEqual([is_used, true])
  })

  it("is not read from inherited members, or from data without it [ROUTE-40]", () => {
    const redirect = { url: "constructor.name", hosts: ["pay.example"] }
    const page = pageOf("pp_other_shop", [{ ...OTHER, redirect }])
    expect([page?.isCreated({}), page?.isOpen({})]).toEqual([false, false])
  })

  it("at Stripe reads a saved card, and no saved method of another kind", () => {
    const card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040, funding: "credit" }
    const read = (data: object) => pageOf("pp_stripe_stripe", [])?.savedCard?.({ id: "pm_1", ...data })
    const shown = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 }
    expect(read({ type: "card", card })).toEqual({ id: "pm_1", ...shown })
    expect(read({ type: "card", card: {} })).toMatchObject({ brand: null, exp_year: null })
    expect(read({ type: "sepa_debit", sepa_debit: { last4: "3000" } })).toBeNull()
    expect(read({ type: "card" })).toBeNull()
  })
})
