import { describe, expect, it } from "vitest"
import { REDSYS_ACCOUNT as redsys } from "../../__tests__/redsys-account"
import { bankKeys } from "../checks/bank-keys"
import { capabilities } from "../checks/capabilities"
import { lastNotification } from "../checks/last-notification"
import { options } from "../checks/options"
import { ownKeys } from "../checks/own-keys"
import { paymentRoutes } from "../checks/payment-routes"
import { paymentProvider } from "../checks/payment-provider"
import { publishedKeys } from "../checks/published-keys"
import { shownCatalog } from "../checks/shown-catalog"
import { surfaces } from "../checks/surfaces"
import { HEALTHY, context, resultsOf } from "./contexts"

describe("gw-doctor's checks of a store without a bank [ROUTE-04]", () => {
  const none = context({ given: { bank: undefined } })

  it("warn that agents cannot pay, and name the bank of a store that has one", async () => {
    expect(await resultsOf(paymentRoutes, none)).toEqual([
      expect.stringMatching(/^warning: .*no payment route/),
    ])
    const region = { region_id: "reg_1", name: "Europe", currency: "EUR", providers: ["pp_gateway_bank"] }
    const stored = (providers: object[], regions: object[]) =>
      context({ rows: { "from payment_provider": providers, "from region r": regions } })
    const known = [{ id: "pp_gateway_bank" }]
    expect(await resultsOf(paymentRoutes, stored(known, [region]))).toEqual([
      "ok: customers pay agents' purchases on the bank's page, through pp_gateway_bank",
    ])
    const wrong = stored([], [{ ...region, providers: ["pp_system_default"] }])
    expect((await resultsOf(paymentRoutes, wrong)).slice(1)).toEqual([
      "problem: payment_routes names providers that the store does not have: pp_gateway_bank",
      "warning: agents cannot pay in Europe",
    ])
    expect(await resultsOf(options, none)).toContain("ok: are valid, without a bank")
  })

  const inStorefront = (bank: object | undefined) => ({
    bank,
    storefront_url: "https://shop.example/{token}",
    payment_routes: [{ provider: "pp_stripe_stripe", route: "storefront" }],
  })
  const region = (...providers: string[]) => ({
    region_id: "reg_1",
    name: "Europe",
    currency: "EUR",
    providers,
  })

  it.each([
    ["without a bank", "offer it", undefined, ["pp_stripe_stripe"], []],
    ["with a bank", "offer it", HEALTHY.bank, ["pp_stripe_stripe"], []],
    [
      "without a bank",
      "also offer others",
      undefined,
      ["pp_stripe_stripe", "pp_paypal_paypal", "pp_system_default", "pp_gateway_bank"],
      [
        "warning: customers can pay an agent's checkout in the storefront through pp_paypal_paypal, but the store does not find such a payment if Medusa places no order for it",
      ],
    ],
    ["without a bank", "do not", undefined, ["pp_gateway_bank"], ["warning: agents cannot pay in Europe"]],
    ["with a bank", "do not", HEALTHY.bank, ["pp_gateway_bank"], ["warning: agents cannot pay in Europe"]],
  ])("require the storefront's provider in its regions, %s, which %s", async (...given) => {
    const [, , bank, offered, missing] = given
    const rows = {
      "from payment_provider": [{ id: "pp_stripe_stripe" }],
      "from region r": [region(...offered)],
      "from sales_channel": [{ name: "Web", products: 3 }],
    }
    const store = context({ given: inStorefront(bank), rows })
    expect(await resultsOf(paymentRoutes, store)).toEqual([
      "ok: customers pay agents' purchases in the storefront, through pp_stripe_stripe",
      ...missing,
    ])
    const isPayable = offered.includes("pp_stripe_stripe")
    expect(await resultsOf(shownCatalog, store)).toEqual([
      "ok: agents see what is sold in Web (3 products)",
      ...(isPayable ? ["ok: agents can pay in every region"] : missing),
    ])
  })

  it.each([
    ["warn that checkouts need it", [], true],
    ["are content", [{ id: "pp_gateway_bank" }], false],
  ])("of the plugin's provider for the store's page %s", async (_, registered, isMissing) => {
    const payment_routes = [{ provider: "pp_stripe_stripe", route: "page" }]
    const given = { bank: undefined, stripe_publishable_key: "pk_test_1", payment_routes }
    const rows = {
      "from payment_provider": [{ id: "pp_stripe_stripe" }, ...registered],
      "from region r": [region("pp_stripe_stripe")],
      "from sales_channel": [{ name: "Web", products: 3 }],
    }
    const store = context({ given, rows })
    expect(await resultsOf(paymentRoutes, store)).toEqual([
      "ok: customers pay agents' purchases on a page of the store, through pp_stripe_stripe",
      ...(isMissing ? [expect.stringMatching(/^warning: .* but not checkouts: pp_gateway_bank/)] : []),
    ])
    expect(await resultsOf(shownCatalog, store)).toContain("ok: agents can pay in every region")
  })

  it("name each kind of route once, with the providers of its routes", async () => {
    const routes = ["pp_gateway_bank", "pp_stripe_stripe", "pp_system_default"].map((provider) => ({
      provider,
      route: provider === "pp_gateway_bank" ? "bank" : "storefront",
    }))
    const given = {
      ...inStorefront(HEALTHY.bank),
      payment_routes: [...routes, { ...routes[1], currencies: ["EUR"] }],
    }
    const rows = { "from payment_provider": routes.map(({ provider: id }) => ({ id })), "from region r": [] }
    const results = await paymentRoutes.run(context({ given, rows }))
    expect(results.map(({ code, data }) => [code, data])).toEqual([
      ["bank", { providers: "pp_gateway_bank" }],
      ["storefront", { providers: "pp_stripe_stripe, pp_system_default" }],
    ])
  })

  it("say nothing about regions in the catalog of a store without a payment route", async () => {
    const rows = { "from region r": [region()], "from sales_channel": [{ name: "Web", products: 0 }] }
    expect(await resultsOf(shownCatalog, context({ given: { bank: undefined }, rows }))).toEqual([
      "warning: agents see what is sold in Web (0 products)",
    ])
  })

  it("check nothing at a bank", async () => {
    for (const check of [bankKeys, publishedKeys, paymentProvider, lastNotification])
      expect(await resultsOf(check, none)).toEqual([])
    expect(await resultsOf(ownKeys, none)).toEqual(["ok: card_key is a P-256 key"])
  })
})

describe("gw-doctor's checks of payments and catalog [DOC-08]", () => {
  const switches = {
    agents_stopped: false,
    a2a_enabled: true,
    ucp_enabled: true,
    acp_enabled: false,
    app_enabled: false,
    ucp_sales_channels: ["sc_1"],
  }
  const provider = { "from payment_provider": [{ is_enabled: true }] }

  it.each([
    ["ok: is offered in Europe", { ...provider, "from region": [{ name: "Europe" }] }],
    ["problem: no region offers pp_gateway_bank", { ...provider, "from region": [] }],
    ["problem: pp_gateway_bank is not among", { "from payment_provider": [] }],
  ])("report %j for the payment provider", async (text, rows) => {
    expect((await resultsOf(paymentProvider, context({ rows })))[0]).toContain(text)
  })

  it("only warn of a bank that no region offers when no checkout takes the route bank", async () => {
    const given = {
      storefront_url: "https://shop.example/{token}",
      payment_routes: [{ provider: "pp_stripe_stripe", route: "storefront" }],
    }
    const rows = { ...provider, "from region": [] }
    expect(await resultsOf(paymentProvider, context({ given, rows }))).toEqual([
      expect.stringMatching(/^warning: no region offers pp_gateway_bank: .* A2A/),
    ])
  })

  it.each([
    [["ok: A2A and UCP on", "ok: UCP shows what is sold in Web"], {}, [{ name: "Web" }]],
    [["ok: A2A and UCP on", "problem: 1 sales channels that UCP should show"], {}, []],
    [["ok: A2A on", "warning: all agents are stopped"], { ucp_enabled: false, agents_stopped: true }, []],
    [["ok: A2A, ACP and App on"], { ucp_enabled: false, acp_enabled: true, app_enabled: true }, []],
    [["warning: all are off"], { a2a_enabled: false, ucp_enabled: false }, []],
  ])("report %j for the surfaces", async (texts, change, channels) => {
    const rows = { gw_setting: [{ ...switches, ...change }], "from sales_channel": channels }
    const results = await resultsOf(surfaces, context({ rows }))
    expect(results).toEqual(texts.map((text) => expect.stringContaining(text) as string))
  })

  const quiet = { last: null, waiting: 0, oldest: null, has_payments: false }
  it.each([
    ["warning: the bank has sent no notification yet", quiet],
    [
      "problem: there are payments, but the bank has never sent a notification",
      { ...quiet, has_payments: true },
    ],
    ["ok: the last bank event arrived at", { ...quiet, last: new Date() }],
    [
      "problem: 3 bank events are unprocessed",
      { ...quiet, last: new Date(), waiting: 3, oldest: new Date(0) },
    ],
  ])("report %j for the notifications", async (text, inbox) => {
    expect((await resultsOf(lastNotification, context({ rows: { gw_bank_event: [inbox] } })))[0]).toContain(
      text
    )
  })

  const atRedsys = { bank: redsys }
  it.each([
    ["at GWB/1", "a problem", 308, {}, "/gw-bank/v1/ipn", true],
    ["at GWB/1", "none", 404, {}, "/gw-bank/v1/ipn", false],
    ["at Redsys", "a problem", 301, atRedsys, "/gw-bank/v1/ipn/redsys", true],
    ["at Redsys", "none", 415, atRedsys, "/gw-bank/v1/ipn/redsys", false],
    ["at Redsys", "none if only GWB/1's redirects", 301, atRedsys, "/gw-bank/v1/ipn", false],
  ])(
    "report that a redirect of the notifications' address %s is %s (%i) [REDSYS-16]",
    async (_at, _what, status, given, path, is_problem) => {
      const expected = is_problem ? [`problem: https://shop.example${path} redirects to /store/ipn`] : []
      const answers = { [path]: { status, headers: { location: "/store/ipn" } } }
      const store = context({ given, rows: { gw_bank_event: [{ ...quiet, last: new Date() }] }, answers })
      expect((await resultsOf(lastNotification, store)).slice(1)).toEqual(expected)
    }
  )
})

describe("gw-doctor's check of capabilities [ROUTE-31]", () => {
  it("says what each bank account does not support", async () => {
    expect(await resultsOf(capabilities, context({ given: { banks: { cards_eu: redsys } } }))).toEqual([
      "ok: the bank supports everything",
      "ok: the bank account cards_eu supports all but several captures of a payment, saving a card without a payment, a list of events",
    ])
  })

  it("says what the store's page and the storefront do not support, and nothing of a bank without one", async () => {
    const payment_routes = [
      { provider: "pp_stripe_stripe", route: "page", currencies: ["EUR"] },
      { provider: "pp_stripe_stripe", route: "storefront" },
    ]
    const others = { storefront_url: "https://shop.example/{token}", stripe_publishable_key: "pk_test_1" }
    expect(
      await resultsOf(capabilities, context({ given: { bank: undefined, payment_routes, ...others } }))
    ).toEqual([
      "ok: the route page supports all but authorization without immediate capture, saving cards, a list of events",
      "ok: the route storefront supports all but several captures of a payment, voids by agents, saving cards, a list of events",
    ])
  })
})
