import { describe, expect, it } from "vitest"
import { newPrivateJwk } from "../../demo/key-pair"
import { readOptions } from "../options"

const jwk = newPrivateJwk()
const env = {
  GW_BASE_URL: "https://shop.example/",
  GW_BANK_API_URL: "https://bank.example",
  GW_BANK_MERCHANT_ID: "mrc_1",
  GW_BANK_MERCHANT_KEY: JSON.stringify(jwk),
}

describe("options", () => {
  it("are read from the environment if the store's configuration does not set them", () => {
    const options = readOptions({ bank: { merchant_id: "mrc_2" } }, env)
    expect(options.base_url).toBe("https://shop.example")
    expect(options.bank).toMatchObject({
      driver: "gwb",
      merchant_id: "mrc_2",
      issuer: "https://bank.example",
    })
  })

  it("do not require a key for the Agent Card, and reject an invalid one", () => {
    expect(readOptions(undefined, { ...env, GW_CARD_KEY: "" }).card_key).toBeUndefined()
    expect(readOptions(undefined, { ...env, GW_CARD_KEY: JSON.stringify(jwk) }).card_key).toMatchObject({
      crv: "P-256",
    })
    expect(() => readOptions(undefined, { ...env, GW_CARD_KEY: "{" })).toThrow(/card_key/)
  })

  it("describe the agent on its card, and reject a documentation address that is no web page [OFC-06]", () => {
    const cardOf = (GW_AGENT_CARD_DOCUMENTATION_URL: string) =>
      readOptions(undefined, { ...env, GW_AGENT_CARD_NAME: "Lamps", GW_AGENT_CARD_DOCUMENTATION_URL })
        .agent_card
    expect(cardOf("https://docs.example")).toEqual({
      name: "Lamps",
      documentation_url: "https://docs.example",
    })
    expect(cardOf("")).toEqual({ name: "Lamps" })
    for (const wrong of ["docs", "javascript:alert(1)"])
      expect(() => cardOf(wrong)).toThrow(/agent_card\.documentation_url/)
  })

  it("have an accent color of six hexadecimal digits, and reject any other text [BANK-90]", () => {
    const colorOf = (GW_ACCENT_COLOR: string) =>
      readOptions(undefined, { ...env, GW_ACCENT_COLOR }).accent_color
    expect(colorOf("#0F766E")).toBe("#0f766e")
    expect(colorOf("")).toBeUndefined()
    for (const wrong of ["teal", "#fff", "0f766e", "#0f766e;}"])
      expect(() => colorOf(wrong)).toThrow(/accent_color.*must be a color such as #0f766e/)
  })

  it("make the store refuse to boot with an incomplete configuration, naming every missing option [BANK-28]", () => {
    const incomplete = { GW_BANK_MERCHANT_ID: "mrc_1" }
    expect(() => readOptions(undefined, incomplete)).toThrow(/base_url.*bank\.api_url.*bank\.merchant_key/)
    expect(() => readOptions({ bank: {} }, {})).toThrow(/base_url.*bank\.api_url.*bank\.merchant_id/)
  })

  it("need no bank, unless a part of one is configured [ROUTE-01]", () => {
    const { GW_BASE_URL } = env
    expect(readOptions(undefined, { GW_BASE_URL }).bank).toBeUndefined()
    expect(readOptions(undefined, { GW_BASE_URL, GW_BANK_API_URL: "" }).bank).toBeUndefined()
    expect(() => readOptions({ bank: { merchant_id: "mrc_1" } }, { GW_BASE_URL })).toThrow(/bank\.api_url/)
  })

  const REDSYS = {
    GW_BASE_URL: env.GW_BASE_URL,
    GW_BANK_DRIVER: "redsys",
    GW_BANK_API_URL: "test",
    GW_BANK_MERCHANT_ID: "999008881",
    GW_BANK_TERMINALS: '{"EUR":"1","USD":"2"}',
    GW_BANK_SECRET: "sq7HjrUOBfKmC576ILgskD5srU870gJ7",
    GW_BANK_SIGNATURE_VERSION: "HMAC_SHA512_V2",
  }

  it("have Redsys' test or production system, and the terminal of each currency [REDSYS-02]", () => {
    const { bank } = readOptions(undefined, REDSYS)
    expect(bank).toMatchObject({
      driver: "redsys",
      api_url: "https://sis-t.redsys.es:25443",
      merchant_id: "999008881",
      terminals: { EUR: "1", USD: "2" },
      bizum: false,
    })
    expect(readOptions(undefined, { ...REDSYS, GW_BANK_BIZUM: "true" }).bank).toMatchObject({ bizum: true })
    const live = readOptions({ bank: { api_url: "live" } }, REDSYS).bank
    expect(live?.api_url).toBe("https://sis.redsys.es")
    const simulated = readOptions({ bank: { api_url: "http://localhost:9010/" } }, REDSYS).bank
    expect(simulated?.api_url).toBe("http://localhost:9010")
  })

  it.each([
    ["an empty secret", { secret: "" }, /bank\.secret: must be 24 bytes/],
    ["a short secret", { secret: "sq7HjrUOBfKmC576" }, /bank\.secret: must be 24 bytes/],
    ["a secret that is not random", { secret: "A".repeat(32) }, /bank\.secret: must be the random/],
    ["another signature version", { signature_version: "HMAC_SHA1" }, /bank\.signature_version/],
    ["a merchant without an FUC code", { merchant_id: "mrc_1" }, /bank\.merchant_id: must be the FUC/],
    ["an unknown system", { api_url: "production" }, /bank\.api_url/],
    ["no terminal", { terminals: {} }, /bank\.terminals: must name a terminal/],
    ["a terminal with leading zeros", { terminals: { EUR: "001" } }, /bank\.terminals\.EUR/],
    ["terminals that are not JSON", { terminals: "{" }, /bank\.terminals/],
    ["an unknown protocol", { driver: "stripe" }, /bank\.driver/],
  ])("reject %s for Redsys, so that the store does not boot [REDSYS-02]", (_, bank, reason) => {
    expect(() => readOptions({ bank }, REDSYS)).toThrow(reason)
  })

  it("require the secret of Redsys", () => {
    expect(() => readOptions(undefined, { ...REDSYS, GW_BANK_SECRET: "" })).toThrow(/bank\.secret/)
  })

  it("have the route bank for a store with a bank, and no route without one [ROUTE-05]", () => {
    const route = { provider: "pp_gateway_bank", route: "bank" }
    expect(readOptions(undefined, env).payment_routes).toEqual([route])
    expect(readOptions(undefined, { GW_BASE_URL: env.GW_BASE_URL }).payment_routes).toEqual([])
    const named = JSON.stringify([{ ...route, currencies: ["EUR"] }])
    expect(readOptions(undefined, { ...env, GW_PAYMENT_ROUTES: named }).payment_routes).toEqual([
      { ...route, currencies: ["EUR"] },
    ])
  })

  it.each([
    [{ provider: "pp_stripe_stripe", route: "bank" }, /payment_routes\.0: bank requires the provider/],
    [{ provider: "stripe", route: "bank" }, /payment_routes\.0\.provider: must be the id/],
    [{ provider: "pp_gateway_bank", route: "cash" }, /payment_routes\.0\.route/],
    [{ provider: "pp_gateway_bank", route: "bank", currencies: ["eur"] }, /payment_routes\.0\.currencies/],
    [{ provider: "pp_gateway_bank", route: "bank", country: "DE" }, /payment_routes\.0: .*country/],
  ])("reject the payment route %j [ROUTE-06]", (route, reason) => {
    expect(() => readOptions({ payment_routes: [route] }, env)).toThrow(reason)
  })

  it("require a page and an encryption key for the route storefront [ROUTE-06]", () => {
    const payment_routes = [{ provider: "pp_system_default", route: "storefront" }]
    const bare = { GW_BASE_URL: env.GW_BASE_URL }
    const storefront_url = "https://shop.example/{country}/agent-checkout/{token}"
    const encryption_key = Buffer.alloc(32).toString("base64")
    expect(readOptions({ payment_routes, storefront_url, encryption_key }, bare)).toMatchObject({
      storefront_url,
    })
    expect(() => readOptions({ payment_routes, encryption_key }, bare)).toThrow(/requires storefront_url/)
    expect(() => readOptions({ payment_routes, storefront_url }, bare)).toThrow(/requires encryption_key/)
    const untold = { payment_routes, encryption_key, storefront_url: "https://shop.example/" }
    expect(() => readOptions(untold, bare)).toThrow(/storefront_url: must be a URL that contains/)
    const ours = [{ provider: "pp_gateway_bank", route: "storefront" }]
    expect(() => readOptions({ payment_routes: ours, storefront_url, encryption_key }, bare)).toThrow(
      /requires the route bank/
    )
  })

  it("require Stripe and its publishable key for the route page [ROUTE-06]", () => {
    const bare = { GW_BASE_URL: env.GW_BASE_URL }
    const payment_routes = [{ provider: "pp_stripe_stripe", route: "page" }]
    const key = { GW_STRIPE_PUBLISHABLE_KEY: "pk_test_1" }
    expect(readOptions({ payment_routes }, { ...bare, ...key })).toMatchObject({ payment_routes })
    expect(() => readOptions({ payment_routes }, bare)).toThrow(/requires stripe_publishable_key/)
    const secret = { GW_STRIPE_PUBLISHABLE_KEY: "sk_test_1" }
    expect(() => readOptions({ payment_routes }, { ...bare, ...secret })).toThrow(/begins with pk_test_/)
    const other = [{ provider: "pp_system_default", route: "page" }]
    expect(() => readOptions({ payment_routes: other }, { ...bare, ...key })).toThrow(
      /page cannot take payments through pp_system_default/
    )
  })

  it("accept the route page for a provider that is known or described to redirect [ROUTE-06, ROUTE-40]", () => {
    const bare = { GW_BASE_URL: env.GW_BASE_URL }
    const read = (provider: string, more: object = {}) =>
      readOptions({ payment_routes: [{ provider, route: "page", ...more }] }, bare).payment_routes
    expect(read("pp_mollie-ideal_mollie")).toHaveLength(1)
    expect(read("pp_paypal_paypal")).toHaveLength(1)
    const redirect = { url: "links.checkout", hosts: ["pay.example"] }
    expect(read("pp_other_shop", { redirect })).toMatchObject([{ redirect }])
    expect(() => read("pp_other_shop")).toThrow(
      /payment_routes\.0: page does not know how customers pay through pp_other_shop: name .* in redirect/
    )
    for (const wrong of [
      { ...redirect, url: "links..checkout" },
      { ...redirect, url: "" },
      { ...redirect, hosts: [] },
      { ...redirect, hosts: ["https://pay.example"] },
      { ...redirect, hosts: ["*.pay.example"] },
      { ...redirect, hosts: ["com"] },
      { ...redirect, origin: "https://pay.example" },
    ])
      expect(() => read("pp_other_shop", { redirect: wrong })).toThrow(/payment_routes\.0\.redirect/)
    expect(() => read("pp_system_default", { redirect })).toThrow(/cannot take payments/)
    expect(() =>
      readOptions({ payment_routes: [{ provider: "pp_other_shop", route: "storefront", redirect }] }, bare)
    ).toThrow(/redirect requires the route page/)
  })

  it("offer Google Pay and shared payment tokens only with the route page at Stripe [ROUTE-32]", () => {
    const google_pay = { merchant_id: "BCR2DN4", environment: "TEST" }
    const stripe_shared_payment_tokens = { merchant_id: "profile_1" }
    const page = {
      payment_routes: [{ provider: "pp_stripe_stripe", route: "page" }],
      stripe_publishable_key: "pk_test_1",
    }
    expect(readOptions(page, env).google_pay).toBeUndefined()
    const both = { google_pay, stripe_shared_payment_tokens }
    expect(readOptions({ ...page, ...both }, env)).toMatchObject(both)
    const redirecting = { payment_routes: [{ provider: "pp_mollie_mollie", route: "page" }] }
    for (const other of [{}, redirecting])
      expect(() => readOptions({ ...other, ...both }, env)).toThrow(
        /google_pay: requires a payment route page at Stripe; stripe_shared_payment_tokens: requires a payment route page at Stripe/
      )
    const wrong = { ...google_pay, environment: "LIVE" }
    expect(() => readOptions({ ...page, google_pay: wrong }, env)).toThrow(/google_pay.environment/)
  })

  it("accept another Stripe.js only in development and without a live key [ROUTE-25]", () => {
    const named = { ...env, GW_STRIPE_JS_URL: "http://127.0.0.1:9010/v3/" }
    expect(readOptions(undefined, named).stripe_js_url).toBe("http://127.0.0.1:9010/v3/")
    const encryption_key = Buffer.alloc(32).toString("base64")
    const production = { ...named, NODE_ENV: "production" }
    expect(readOptions({ encryption_key }, production).stripe_js_url).toBeUndefined()
    const live = { stripe_publishable_key: "pk_live_1" }
    expect(() => readOptions(live, named)).toThrow(/stripe_js_url: is not allowed with a live key/)
    expect(readOptions(live, env)).toMatchObject(live)
    for (const stripe_js_url of ["data:text/javascript,1", "/v3/", 1])
      expect(() => readOptions({ stripe_js_url }, env)).toThrow(/stripe_js_url/)
  })

  it("reject the route bank in a store without a bank, and text that is not JSON [ROUTE-06]", () => {
    const routes = JSON.stringify([{ provider: "pp_gateway_bank", route: "bank" }])
    const bare = { GW_BASE_URL: env.GW_BASE_URL }
    expect(() => readOptions(undefined, { ...bare, GW_PAYMENT_ROUTES: routes })).toThrow(
      /requires the options of a bank/
    )
    expect(() => readOptions(undefined, { ...bare, GW_PAYMENT_ROUTES: "[" })).toThrow(/payment_routes/)
  })

  it("name the origins of product images, without wildcards and paths [MCP-61]", () => {
    const originsOf = (GW_IMAGE_ORIGINS?: string) =>
      readOptions(undefined, { ...env, GW_IMAGE_ORIGINS }).image_origins
    expect(originsOf()).toEqual([])
    expect(originsOf("https://images.example, https://cdn.example:8443")).toEqual([
      "https://images.example",
      "https://cdn.example:8443",
    ])
    for (const wrong of ["https://*.example", "https://images.example/a", "data:"])
      expect(() => originsOf(wrong)).toThrow(/image_origins/)
  })

  it("require an encryption key in production only [BANK-28]", () => {
    const production = { ...env, NODE_ENV: "production" }
    expect(() => readOptions(undefined, production)).toThrow(/encryption_key: is required in production/)
    const encryption_key = Buffer.alloc(32).toString("base64")
    expect(readOptions({ encryption_key }, production)).toMatchObject({ encryption_key })
    expect(readOptions(undefined, env).encryption_key).toBeUndefined()
  })

  it.each([
    ["not JSON", "{"],
    ["a public key", JSON.stringify({ ...jwk, d: undefined })],
    ["on another curve", JSON.stringify({ ...jwk, crv: "P-384" })],
  ])("reject a merchant key that is %s", (_, GW_BANK_MERCHANT_KEY) => {
    expect(() => readOptions(undefined, { ...env, GW_BANK_MERCHANT_KEY })).toThrow(/bank\.merchant_key/)
  })

  it("allow a client a hundred open streams by default, or the configured number, but not zero", () => {
    const limitOf = (GW_STREAMS_PER_CLIENT?: string) =>
      readOptions(undefined, { ...env, GW_STREAMS_PER_CLIENT }).streams_per_client
    expect([limitOf(), limitOf("20")]).toEqual([100, 20])
    for (const wrong of ["0", "many"]) expect(() => limitOf(wrong)).toThrow(/streams_per_client/)
  })

  it("enforce a platform's profile unless the store is lenient [UCP-08]", () => {
    const negotiation = (GW_UCP_NEGOTIATION?: string) =>
      readOptions(undefined, { ...env, GW_UCP_NEGOTIATION }).ucp_negotiation
    expect([negotiation(), negotiation(""), negotiation("lenient")]).toEqual(["strict", "strict", "lenient"])
    expect(() => negotiation("none")).toThrow(/ucp_negotiation/)
  })

  it("require platforms' signatures only if the merchant configures it", () => {
    const signatures = (GW_UCP_SIGNATURES?: string) =>
      readOptions(undefined, { ...env, GW_UCP_SIGNATURES }).ucp_signatures
    expect([signatures(), signatures(""), signatures("required")]).toEqual([
      "optional",
      "optional",
      "required",
    ])
    expect(() => signatures("always")).toThrow(/ucp_signatures/)
  })

  it("sign no responses by default, and require a key if enabled", () => {
    const signing = { ...env, GW_UCP_SIGN_RESPONSES: "true" }
    expect(readOptions(undefined, env).ucp_sign_responses).toBe(false)
    expect(() => readOptions(undefined, signing)).toThrow(
      /^medusa-plugin-agentic-gateway is not configured: card_key: is required by ucp_sign_responses$/
    )
    const signed = readOptions(undefined, { ...signing, GW_CARD_KEY: JSON.stringify(jwk) })
    expect(signed.ucp_sign_responses).toBe(true)
  })

  it("send alerts only to the admin by default", () => {
    expect(readOptions(undefined, { ...env, GW_ALERTS_CHANNEL: "sms" }).alerts).toBeUndefined()
    const to = "owner@store.example"
    expect(readOptions(undefined, { ...env, GW_ALERTS_TO: to }).alerts).toEqual({
      to,
      channel: "email",
      template: "agentic-gateway-alert",
    })
    expect(readOptions({ alerts: { to, channel: "sms" } }, env).alerts).toMatchObject({ channel: "sms" })
    expect(() => readOptions({ alerts: { channel: "sms" } }, env)).toThrow(/alerts\.to/)
  })

  it("reject a base URL that is not an http(s) URL", () => {
    expect(() => readOptions(undefined, { ...env, GW_BASE_URL: "shop.example" })).toThrow(/base_url/)
  })
})
