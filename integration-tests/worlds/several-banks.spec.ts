import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, BERLIN as ACP_BERLIN } from "../support/acp"
import { type Agent, eventually, type Task } from "../support/agent"
import { App } from "../support/app"
import { type BankPayment, captured, ipnBody, paymentAtBank } from "../support/bank"
import { callsSince, deliveries, ledgerOf, performEffects } from "../support/bank-ledger"
import { BERLIN, Buyer, CARD, type Checkout, delivery } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog, variant } from "../support/catalog"
import { sql } from "../support/database"
import { deliver, ipnClaims, signIpn } from "../support/gwb"
import { eventuallyRunning } from "../support/jobs"
import { disablePolling, lookUpNow, readEventsAgain } from "../support/lookups"
import { openMarket } from "../support/markets"
import { callTool, newKey } from "../support/mcp"
import {
  adminFetch,
  adminGet,
  captureInAdmin,
  capturesOf,
  orderNumber,
  refundInAdmin,
  refundsOf,
} from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { orderOf, paid } from "../support/payments"
import { newCustomer } from "../support/privacy"
import {
  notifyAgain,
  postNotification,
  REDSYS_MERCHANT,
  redsysFormAt,
  shopAtRedsys,
} from "../support/redsys-store"
import { payAtRedsys } from "../support/redsys-shopper"
import { charging, savingCard } from "../support/saved-cards"
import {
  accountOf,
  openAccountsToAgent,
  paidAtRedsys,
  paidInLei,
  severalBanks,
} from "../support/several-banks"
import { authenticate } from "../support/shopper"
import { tracePayment } from "../support/staff"
import { Storefront } from "../support/storefront"
import { world } from "../support/world"
import { writtenOrder } from "../support/written-orders"

const own = inOwnWorld(severalBanks())

let agent: Agent
let buyer: Buyer
let catalog: CatalogReader
let item: string

beforeAll(async () => {
  agent = await openAccountsToAgent(own())
  await openMarket("jpy", "jp")
  catalog = await openCatalog()
  const { variants } = await catalog.listed({ title: "Barometer", variants: [variant(30)] })
  item = variants[0]?.id ?? ""
  buyer = await Buyer.forCustomer()
})

afterAll(closeCatalog)

const PAYMENTS = "/admin/agentic-commerce/payments"

/** The payment of a checkout. */
async function paymentOfCheckout(id: string): Promise<string> {
  const query = "select payment_id from gw_session where id = $1"
  return String((await sql<{ payment_id: string }>(query, [id]))[0]?.payment_id)
}

/** How often the store sent a call that moves money to Redsys. */
async function callsToRedsys(): Promise<number> {
  return (await callsSince()).filter(({ path }) => path === "/sis/rest/trataPeticionREST").length
}

const IN_LEI = {
  ...delivery({ ...BERLIN, address_locality: "Cluj", postal_code: "400001", address_country: "RO" }),
  context: { currency: "RON", address_country: "RO" },
}

/** Pays at Redsys on the page of this link. */
async function payOnPage(link: unknown): Promise<void> {
  const { url, fields } = await redsysFormAt(String(link))
  await payAtRedsys(url, fields)
}

/** Pays a checkout in euros, at Redsys. */
async function payInEuros({ id }: Checkout): Promise<Checkout> {
  const { continue_url } = await buyer.checkout(buyer.complete(id))
  await payOnPage(continue_url)
  return buyer.becomes(id, "completed")
}

describe("a store with accounts at several banks [BANK-83]", () => {
  it("takes a UCP checkout at the account of its currency, which also refunds it", async () => {
    const euros = await payInEuros(await buyer.ready([[item, 1]]))
    const lei = await buyer.buy([[item, 1]], IN_LEI)
    expect([euros.currency, lei.currency]).toEqual(["EUR", "RON"])
    const [at_redsys, at_default] = [await paymentOfCheckout(euros.id), await paymentOfCheckout(lei.id)]
    expect([await accountOf(at_redsys), await accountOf(at_default)]).toEqual(["cards_eu", "default"])
    await expect(ledgerOf(at_redsys)).rejects.toThrow(/the bank has no payment/)
    const before = await callsToRedsys()
    for (const id of [at_redsys, at_default]) {
      await performEffects(id)
      const [row] = await sql<{ shop_order_id: number }>(
        "select shop_order_id from gw_payment where id = $1",
        [id]
      )
      const order = await orderNumber(Number(row?.shop_order_id))
      const refund = await refundInAdmin(order, 10)
      expect([refund.status, await refund.text()]).toMatchObject([200, {}])
      expect(refundsOf(await orderNumber(order.display_id))).toEqual([10])
    }
    expect((await ledgerOf(at_default)).amounts.refunded).toBe(1000)
    expect((await callsToRedsys()) - before).toBe(1)
    expect((await tracePayment(at_redsys)).refunded_amount).toBe(1000)
  })

  it("takes a purchase by ACP at the account of its currency, which the payment handler names", async () => {
    await switchSurfaces({ acp_enabled: true })
    const acp = await AcpAgent.of()
    const address = { ...ACP_BERLIN, city: "Cluj", postal_code: "400001", country: "RO" }
    const [euros, lei] = [
      await acp.ready([[item, 1]]),
      await acp.ready([[item, 1]], { currency: "ron", fulfillment_details: { name: "Ana Pop", address } }),
    ]
    const named = [euros, lei].map(({ capabilities }) => capabilities.payment.handlers[0]?.config)
    expect(named).toEqual([
      { merchant_id: REDSYS_MERCHANT.merchant_code, psp: "redsys" },
      { merchant_id: "mrc_demo", psp: "gwb" },
    ])
    const paying = await acp.session(acp.complete(euros.id))
    await payOnPage(paying.continue_url)
    await acp.becomes(euros.id, "completed")
    await acp.authenticateBuyer(await acp.session(acp.complete(lei.id)), "completed")
    await switchSurfaces({ acp_enabled: false })
    const accounts = [euros, lei].map(async ({ id }) => accountOf(await paymentOfCheckout(id)))
    expect(await Promise.all(accounts)).toEqual(["cards_eu", "default"])
  })

  it("takes a purchase by MCP at the account of its currency", async () => {
    const [euros, lei] = [await buyer.ready([[item, 1]]), await buyer.ready([[item, 1]], IN_LEI)]
    const complete = async ({ id }: Checkout) => {
      const args = { ...newKey(), id, checkout: { payment: { instruments: [CARD] } } }
      return (await callTool(buyer.token, "complete_checkout", args)).structuredContent?.continue_url
    }
    await payOnPage(await complete(euros))
    await authenticate(String(await complete(lei)))
    for (const { id } of [euros, lei]) await buyer.becomes(id, "completed")
    const accounts = [euros, lei].map(async ({ id }) => accountOf(await paymentOfCheckout(id)))
    expect(await Promise.all(accounts)).toEqual(["cards_eu", "default"])
  })

  it("takes an A2A payment at the account of its currency, which also captures it", async () => {
    const lei = await paidInLei(agent, { capture: "manual" })
    const euros = await paidAtRedsys(agent, { capture: "manual" })
    const yen = await paid(agent, { currency: "JPY" })
    const accounts = [euros, lei, yen].map(({ artifacts }) => accountOf(artifacts.payment_id))
    expect(await Promise.all(accounts)).toEqual(["cards_eu", "default", "second"])
    const before = await callsToRedsys()
    for (const task of [euros, lei]) {
      expect((await captureInAdmin(await orderOf(task))).status).toBe(200)
      await performEffects(task.artifacts.payment_id)
      expect(capturesOf(await orderOf(task))).toEqual([100])
    }
    expect((await ledgerOf(lei.artifacts.payment_id)).amounts.captured).toBe(10_000)
    expect((await callsToRedsys()) - before).toBe(1)
  })

  it("takes a storefront's cart at the account of its region and currency", async () => {
    const storefront = new Storefront()
    const session = await storefront.startPayment((await storefront.fillCart()).id)
    expect(await accountOf(session.data.payment_id)).toBe("cards_eu")
    const { url, fields } = await redsysFormAt(session.data.redirect_url)
    await payAtRedsys(url, fields)
    await performEffects(session.data.payment_id)
    expect(await tracePayment(session.data.payment_id)).toMatchObject({ status: "captured" })
  })

  it("takes an app's payment of an order at the account of its region and currency", async () => {
    const ana = await newCustomer()
    await switchSurfaces({ app_enabled: true })
    const app = await App.of(ana)
    const order = await writtenOrder(ana)
    const { status, body } = await app.pay(order.id)
    await switchSurfaces({ app_enabled: false })
    expect([status, await accountOf(body.payment.id)]).toEqual([201, "cards_eu"])
    const { url, fields } = await redsysFormAt(String(body.payment.redirect_url))
    await payAtRedsys(url, fields)
    await performEffects(body.payment.id)
    expect(await tracePayment(body.payment.id)).toMatchObject({ status: "captured" })
  })

  it("shows staff the account of a payment, also in the export and in the reason of its review", async () => {
    const [yen, lei] = [await agent.createPayment({ currency: "JPY" }), await paidInLei(agent)]
    const { payment_id } = yen.artifacts
    const shown = async (id: string) =>
      (await adminGet<{ payment: { bank_account: string } }>(`${PAYMENTS}/${id}`)).payment.bank_account
    expect([await shown(payment_id), await shown(lei.artifacts.payment_id)]).toEqual(["second", "default"])
    const [header = "", ...lines] = (await (await adminFetch(`${PAYMENTS}/export`)).text()).split("\r\n")
    const column = header.split(",").indexOf("bank_account")
    expect(lines.find((line) => line.startsWith(payment_id))?.split(",")[column]).toBe("second")

    await sql("update gw_payment set created_at = now() - interval '8 days' where id = $1", [payment_id])
    await lookUpNow(payment_id)
    const { review_reason } = await tracePayment(payment_id)
    expect(review_reason).toMatch(/Look it up at the bank, reference \S+ \(account second\)$/)
  })

  it("offers agents what any bank supports, and refuses what the one of the call does not", async () => {
    const card = await fetch(`${world().base_url}/.well-known/agent-card.json`)
    const { skills } = (await card.json()) as { skills: { id: string }[] }
    expect(skills.map(({ id }) => id)).toContain("tokenize_card")
    const refusal = async (skill: string, input: object) =>
      (await agent.send(skill, input)).body.error.data.code
    const saving = { customer_reference: "customer-7", terms: { max_amount: 20_000 } }
    expect(await refusal("tokenize_card", { ...saving, currency: "EUR" })).toBe("invalid_state")
    expect((await agent.send("tokenize_card", { ...saving, currency: "RON" })).body.result).toMatchObject({
      state: "input-required",
    })
    const bizum = { amount: 1500, method: "bizum" }
    expect(await refusal("create_payment", { ...bizum, currency: "RON" })).toBe("invalid_params")
    expect((await agent.createPayment(bizum)).state).toBe("input-required")
  })

  it("charges a saved card only at its own account, and offers it only there", async () => {
    const begun = await buyer.ready([[item, 1]])
    const { continue_url } = await buyer.checkout(savingCard(buyer, begun.id))
    const { url, fields } = await redsysFormAt(String(continue_url))
    await payAtRedsys(url, fields)
    await buyer.becomes(begun.id, "completed")
    const [card] = await sql<{ id: string; bank_account: string }>(
      "select id, bank_account from gw_card_token where client_id = $1",
      [buyer.client_id]
    )
    expect(card?.bank_account).toBe("cards_eu")
    const listed = (checkout: Checkout) => JSON.stringify(checkout).includes(String(card?.id))
    const [euros, lei] = [await buyer.ready([[item, 2]]), await buyer.ready([[item, 2]], IN_LEI)]
    expect([listed(euros), listed(lei)]).toEqual([true, false])
    expect((await charging(buyer, lei.id, String(card?.id))).status).toBe(400)
    expect((await charging(buyer, euros.id, String(card?.id))).status).toBe(200)
    await buyer.becomes(euros.id, "completed")
  })
})

/** A snapshot of the default bank that claims that another payment is captured. */
async function claimOf(task: Task): Promise<BankPayment> {
  const [row] = await sql<BankPayment & { bank_payment_id: string }>(
    "select merchant_reference, bank_payment_id, amount::int, currency from gw_payment where id = $1",
    [task.artifacts.payment_id]
  )
  const foreign = await agent.createPayment({ currency: "RON", amount: Number(row?.amount) })
  const { bank_payment_id, ...same } = row ?? {}
  const snapshot = await paymentAtBank(foreign.artifacts.sca_redirect_url)
  return captured({ ...snapshot, ...same, id: String(bank_payment_id), version: 1000 } as BankPayment)
}

const statusOf = async (task: Task) => (await tracePayment(task.artifacts.payment_id)).status

describe("a notification about one of several accounts [BANK-84]", () => {
  it("arrives at the account's own address, and its events do not mix with those of other accounts", async () => {
    const yen = await agent.createPayment({ currency: "JPY" })
    await disablePolling(yen.artifacts.payment_id)
    await authenticate(yen.artifacts.sca_redirect_url)
    expect(await agent.settled(yen.task_id)).toMatchObject({ state: "completed" })
    const events = await sql<{ event_id: string }>(
      `select event_id from gw_bank_event e join gw_payment p
         on p.merchant_reference = e.snapshot ->> 'merchant_reference' and p.bank_account = e.bank_account
        where p.id = $1`,
      [yen.artifacts.payment_id]
    )
    expect(events.length).toBeGreaterThan(0)
    for (const { event_id } of events) expect(event_id).toMatch(/^second:/)
    expect((await deliveries()).filter(({ status }) => status === 404)).toEqual([])
  })

  it("is found in the account's own list of events when it is lost", async () => {
    const before = await sql("select from gw_bank_event")
    await sql("delete from gw_bank_event")
    await readEventsAgain()
    const READ = "select bank_account from gw_bank_position where sequence > 0 order by bank_account"
    const FOUND = "select distinct bank_account from gw_bank_event order by bank_account"
    const accountsIn = async (query: string) =>
      (await sql<{ bank_account: string }>(query)).map(({ bank_account }) => bank_account)
    expect(before.length).toBeGreaterThan(0)
    // The scheduled job may already be reading the list of an account.
    await eventuallyRunning("catch-up-events", async () =>
      (await accountsIn(READ)).length === 2 ? true : undefined
    )
    expect(await accountsIn(READ)).toEqual(["default", "second"])
    expect(await accountsIn(FOUND)).toEqual(["default", "second"])
  })

  it("is not applied to a payment of another account, although its bank has signed it", async () => {
    const euros = await agent.createPayment({ amount: 10_000 })
    const { merchant_reference } = await tracePayment(euros.artifacts.payment_id)
    const raw = ipnBody(await claimOf(euros), "payment.captured")
    expect((await deliver(raw, signIpn(raw))).status).toBe(200)
    const verdict = await eventually(async () => {
      const query = "select verdict from gw_bank_event where snapshot ->> 'merchant_reference' = $1"
      const [event] = await sql<{ verdict: string | null }>(query, [merchant_reference])
      return event?.verdict ?? undefined
    })
    expect([verdict, await statusOf(euros)]).toEqual(["unknown_reference", "requires_action"])
    await shopAtRedsys(euros)
    expect(await agent.settled(euros.task_id)).toMatchObject({ state: "completed" })
  })

  it("is rejected at the address of another account", async () => {
    const yen = await agent.createPayment({ currency: "JPY" })
    const raw = ipnBody(captured(await paymentAtBank(yen.artifacts.sca_redirect_url)))
    const at = (path: string, claims: object = {}) =>
      deliver(raw, signIpn(raw, { claims }), {}, world().base_url, path)
    const address = `${world().base_url}/gw-bank/v1/ipn/second`
    expect(ipnClaims(raw)).toMatchObject({ aud: "mrc_demo" })
    for (const claims of [{}, { htu: address }, { aud: "mrc_second" }])
      expect((await at("/gw-bank/v1/ipn/second", claims)).status).toBe(401)
    const genuine = { aud: "mrc_second", htu: address }
    for (const path of ["/gw-bank/v1/ipn", "/gw-bank/v1/ipn/redsys", "/gw-bank/v1/ipn/cards_eu"])
      expect((await at(path, genuine)).status).toBe(401)
    for (const name of ["third", "__proto__"])
      expect((await at(`/gw-bank/v1/ipn/${name}`, genuine)).status).toBe(404)
    expect(await statusOf(yen)).toBe("requires_action")
    expect((await at("/gw-bank/v1/ipn/second", genuine)).status).toBe(200)
    await eventually(async () => ((await statusOf(yen)) === "captured" ? true : undefined))
  })

  it("of Redsys is rejected at the address of an account at another bank", async () => {
    const { status } = await postNotification("Ds_SignatureVersion=1", "application/x-www-form-urlencoded")
    expect(status).toBe(401)
    const euros = await paidAtRedsys(agent)
    await notifyAgain(euros)
    expect((await deliveries()).at(-1)).toMatchObject({ status: 200 })
  })
})
