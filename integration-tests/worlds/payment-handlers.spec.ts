import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { AcpAgent, BERLIN as ACP_BERLIN } from "../support/acp"
import { BERLIN, type Buyer, CARD, type Checkout, delivery } from "../support/buyer"
import { sql } from "../support/database"
import { MANUAL_STOREFRONT } from "../support/hand-off"
import { REDIRECTING } from "../support/mollie"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { ordersOf } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { cardToken, googlePay, WALLET_PAGE } from "../support/wallet"
import { world } from "../support/world"

const [MOLLIE, STRIPE, MANUAL] = ["pp_mollie_double", "pp_stripe_stripe", "pp_system_default"]

/** A store with a provider that redirects, Stripe and the storefront, in this order. */
inOwnWorld({
  ...MANUAL_STOREFRONT,
  ...WALLET_PAGE,
  MOLLIE_API_KEY: REDIRECTING.MOLLIE_API_KEY,
  GW_PAYMENT_ROUTES: JSON.stringify([
    { provider: MOLLIE, route: "page" },
    { provider: STRIPE, route: "page" },
    { provider: MANUAL, route: "storefront" },
  ]),
})

let buyer: Buyer
let item: string
beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Volvelle"))
  await switchSurfaces({ acp_enabled: true })
})
beforeEach(() => offer("ron", [STRIPE, MANUAL]))
afterAll(async () => {
  for (const currency of ["eur", "ron"]) await offer(currency, [MOLLIE, STRIPE, MANUAL])
  await switchSurfaces({ acp_enabled: false })
  await closeUcpShop()
})

/** Makes the region of a currency offer only these of the three providers. */
const offer = (currency: string, providers: readonly unknown[]) =>
  sql(
    `update region_payment_provider p set deleted_at = case when payment_provider_id = any($2) then null else now() end
       from region r where r.id = p.region_id and r.currency_code = $1 and payment_provider_id = any($3)`,
    [currency, providers, [MOLLIE, STRIPE, MANUAL]]
  )

const IN_LEI = {
  context: { currency: "RON", address_country: "RO" },
  ...delivery({ ...BERLIN, address_locality: "Cluj", postal_code: "400001", address_country: "RO" }),
}

const inEuros = () => buyer.ready([[item, 1]])
const inLei = () => buyer.ready([[item, 1]], IN_LEI)

const CARD_REDIRECT = "localhost.card_redirect"
const STOREFRONT = "localhost.storefront"
const GOOGLE_PAY = "com.google.pay"

const handlersIn = ({ ucp }: Checkout) => Object.keys(ucp.payment_handlers ?? {})

const complete = ({ id }: Checkout, instrument: object) =>
  buyer.send(`${buyer.checkouts}/${id}/complete`, { body: { payment: { instruments: [instrument] } } })

describe("the payment handlers of a store with several providers", () => {
  it("are all in its profile, and in a checkout those of the first route that its region offers [ROUTE-35, ROUTE-47]", async () => {
    const { ucp } = (await (await fetch(`${world().base_url}/.well-known/ucp`)).json()) as Pick<
      Checkout,
      "ucp"
    >
    expect(Object.keys(ucp.payment_handlers ?? {})).toEqual([CARD_REDIRECT, STOREFRONT, GOOGLE_PAY])
    expect(handlersIn(await inEuros())).toEqual([CARD_REDIRECT])
    expect(handlersIn(await inLei())).toEqual([CARD_REDIRECT, GOOGLE_PAY])
  })

  it("are what the checkout accepts: Google Pay is charged where it is announced, and refused elsewhere [ROUTE-35, ROUTE-47]", async () => {
    const [euros, lei] = [await inEuros(), await inLei()]
    const refused = await complete(euros, googlePay(cardToken()))
    expect([refused.status, refused.body]).toMatchObject([422, { messages: [{ code: "no_payment_route" }] }])
    expect(await ordersOf(euros.id)).toEqual([])
    const paid = await buyer.checkout(complete(lei, googlePay(cardToken())))
    expect([paid.status, paid.currency]).toEqual(["completed", "RON"])
    expect((await buyer.checkout(complete(euros, CARD))).continue_url).toContain("/gw-bank/v1/pay/")
  })

  it("follow what the region offers when the checkout is read [ROUTE-47]", async () => {
    const { id } = await inLei()
    const read = async () => handlersIn(await buyer.read(id))
    await offer("ron", [MOLLIE, STRIPE, MANUAL])
    expect(await read()).toEqual([CARD_REDIRECT])
    await offer("ron", [MANUAL])
    expect(await read()).toEqual([STOREFRONT])
    await offer("ron", [])
    expect(await read()).toEqual([])
    const refused = await buyer.complete(id)
    expect([refused.status, refused.body]).toMatchObject([422, { messages: [{ code: "no_payment_route" }] }])
  })

  it("are the same in ACP, with the provider of the page [ROUTE-36, ROUTE-47]", async () => {
    const agent = await AcpAgent.of()
    const address = { ...ACP_BERLIN, city: "Cluj", postal_code: "400001", country: "RO" }
    const lei = { currency: "ron", fulfillment_details: { name: "Ana Pop", address } }
    const named = async (more: object = {}) =>
      (await agent.ready([[item, 1]], more)).capabilities.payment.handlers.map(({ id, psp }) => [id, psp])
    expect(await named()).toEqual([["gw_redirect", MOLLIE]])
    const shared = ["gw_shared_payment_token", "stripe"]
    expect(await named(lei)).toEqual([["gw_redirect", STRIPE], shared])
    await offer("ron", [MANUAL])
    expect(await named(lei)).toEqual([["gw_storefront", MANUAL]])
  })
})
