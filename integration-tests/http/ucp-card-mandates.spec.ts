import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { App } from "../support/app"
import { closeApp, openApp } from "../support/app-family"
import { ledgerOf } from "../support/bank-ledger"
import { amountOf, Buyer, type Checkout } from "../support/buyer"
import { cardRow, tokensAtBank } from "../support/cards"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { lockChangedRow } from "../support/row-lock"
import { loseAnswer } from "../support/lost-answer"
import type { NewCustomer } from "../support/privacy"
import { AS_NEW, changeSettings } from "../support/policy"
import { attemptsOf, expectBoughtOnce, limited } from "../support/purchases"
import { reprice } from "../support/reprice"
import { charging, consentTo, saveCardWith, savingCard } from "../support/saved-cards"
import { authenticate } from "../support/shopper"

let catalog: CatalogReader
let item: string
let ana: NewCustomer
let app: App
let other: App
let buyer: Buyer
/** What one unit costs, in minor units. */
let total: number

beforeAll(async () => {
  ;({ ana, app, other } = await openApp())
  catalog = await openCatalog()
  item = await limited(catalog, 1000, "Pantometer")
  buyer = await Buyer.forPerson(ana)
  total = amountOf(await ready(), "total")
})
beforeEach(async () => {
  buyer = await Buyer.forPerson(ana)
})
afterEach(() => changeSettings({ card_mandate: AS_NEW.card_mandate }))
afterAll(async () => {
  await closeCatalog()
  await closeApp()
})

const ready = () => buyer.ready([[item, 1]])
const charge = (id: string, token: string) => buyer.checkout(charging(buyer, id, token))
const lower = (by: App, id: string, terms: object) =>
  by.send<{ card: { terms: object } }>("PATCH", `/cards/${id}`, {
    body: JSON.stringify({ terms }),
    headers: { "content-type": "application/json" },
  })

const EUR = (more: object = {}) => ({
  type: "card_charges",
  currency: "EUR",
  max_per_charge: 9000,
  max_per_month: 20_000,
  expires_at: "2030-01-31T00:00:00.000Z",
  ...more,
})

/** The checkout needs the customer, and no charge was tried. The customer then pays. */
async function expectForCustomer({ id, status, continue_url }: Checkout): Promise<void> {
  expect([status, (await attemptsOf(id)).map((attempt) => attempt.status)]).toEqual([
    "requires_escalation",
    ["requires_action"],
  ])
  await authenticate(String(continue_url))
  const { order } = await buyer.becomes(id, "completed")
  await expectBoughtOnce(id, String(order?.id), 1)
}

/** Who initiated each payment of a checkout, in the bank's ledger. */
async function initiatorsOf({ id }: Checkout) {
  const attempts = await attemptsOf(id)
  return Promise.all(attempts.map(async (attempt) => (await ledgerOf(attempt.id)).initiator))
}

describe("a card that a buyer saves", () => {
  it("has the mandate that they consented to [MAN-05]", async () => {
    await consentTo(buyer.client_id, [EUR()])
    const [token] = await tokensAtBank(await saveCardWith(buyer, item))
    expect(token?.terms).toMatchObject({
      max_amount: 9000,
      max_per_month: 20_000,
      expires_at: EUR().expires_at,
    })
  })

  it("has the merchant's default without such a consent [MAN-02]", async () => {
    const [token] = await tokensAtBank(await saveCardWith(buyer, item))
    expect(token?.terms).toMatchObject({ max_amount: 10_000, max_per_month: 30_000 })
  })

  it.each([
    ["they consented to charges in another currency only", [EUR({ currency: "RON" })]],
    ["their mandate has ended", [EUR({ expires_at: "2026-01-01T00:00:00.000Z" })]],
    ["they lowered it to nothing", [EUR({ max_per_charge: 0 })]],
    ["neither they nor the merchant has set limits for the currency", undefined],
  ])("is refused when %s [MAN-05]", async (_, details) => {
    if (details) await consentTo(buyer.client_id, details)
    else await changeSettings({ card_mandate: { limits: [] } })
    const { id } = await ready()
    const { status, body } = await savingCard(buyer, id)
    expect([status, body.data]).toMatchObject([
      400,
      { issues: [{ path: "payment.instruments.0.save_card" }] },
    ])
    expect(await attemptsOf(id)).toEqual([])
  })
})

describe("a price that has changed", () => {
  const codes = ({ messages = [] }: Checkout) => messages.map(({ code }) => code)
  const shown = ["price_changed", "total_changed"]

  it("is reported before a card is refused because it may not be saved [QUO-09]", async () => {
    const own = await limited(catalog, 10, "Graphometer")
    const { id } = await buyer.ready([[own, 1]])
    await changeSettings({ card_mandate: { limits: [] } })
    await reprice(own, 30)
    expect(codes(await buyer.checkout(savingCard(buyer, id)))).toEqual(shown)
    expect((await savingCard(buyer, id)).status).toBe(400)
    expect(await attemptsOf(id)).toEqual([])
  })

  it("is reported before a saved card is not charged, because the mandate does not cover it [QUO-09]", async () => {
    const card = await saveCardWith(buyer, item)
    await lower(app, card, { max_amount: total })
    const own = await limited(catalog, 10, "Graphometer")
    const { id } = await buyer.ready([[own, 1]])
    await reprice(own, 30)
    expect(codes(await charge(id, card))).toEqual(shown)
    expect(await attemptsOf(id)).toEqual([])
    await expectForCustomer(await charge(id, card))
  })
})

describe("a purchase with a saved card", () => {
  it("is charged within the mandate, and needs the customer above the maximum per charge [MAN-04]", async () => {
    const card = await saveCardWith(buyer, item)
    await lower(app, card, { max_amount: total })
    const within = await charge((await ready()).id, card)
    expect([within.status, await initiatorsOf(within)]).toEqual(["completed", ["mit"]])
    await lower(app, card, { max_amount: total - 1 })
    const above = await charge((await ready()).id, card)
    await expectForCustomer(above)
    expect(await initiatorsOf(above)).toEqual(["cit"])
  })

  it("counts toward the month only when it is charged without the customer [MAN-04]", async () => {
    const card = await saveCardWith(buyer, item)
    await lower(app, card, { max_per_month: total })
    expect(await initiatorsOf(await buyer.buy([[item, 1]]))).toEqual(["cit"])
    expect((await charge((await ready()).id, card)).status).toBe("completed")
    await expectForCustomer(await charge((await ready()).id, card))
  })

  it("is limited by the customer's consent when that is stricter, for all their cards together [MAN-05]", async () => {
    const cards = [await saveCardWith(buyer, item), await saveCardWith(buyer, item)] as const
    await consentTo(buyer.client_id, [EUR({ max_per_month: total })])
    expect((await charge((await ready()).id, cards[0])).status).toBe("completed")
    await expectForCustomer(await charge((await ready()).id, cards[1]))
    await consentTo(buyer.client_id, [EUR({ currency: "RON" })])
    await expectForCustomer(await charge((await ready()).id, cards[1]))
  })

  it("fits the month once when two arrive at once with two cards [MAN-03]", async () => {
    const cards = [await saveCardWith(buyer, item), await saveCardWith(buyer, item)]
    await consentTo(buyer.client_id, [EUR({ max_per_month: total })])
    const checkouts = [await ready(), await ready()]
    const answers = await Promise.all(checkouts.map(({ id }, i) => charge(id, String(cards[i]))))
    expect(answers.map(({ status }) => status).sort()).toEqual(["completed", "requires_escalation"])
    const [escalated] = answers.filter(({ status }) => status === "requires_escalation")
    await authenticate(String(escalated?.continue_url))
    await buyer.becomes(String(escalated?.id), "completed")
  })
})

describe("a charge that the mandate refuses only while it is being stored", () => {
  it("keeps its payment id and its answer when it becomes a payment by the customer [MAN-08]", async () => {
    const card = await saveCardWith(buyer, item)
    const { id } = await ready()
    const key = randomUUID()
    const change = await lockChangedRow("update gw_card_token set terms = terms || $2 where id = $1", [
      card,
      { max_amount: 1 },
    ])
    const answer = charging(buyer, id, card, key)
    await change.stopped()
    await change.commit()
    const shown = await buyer.checkout(answer)
    const [request] = await sql<{ subject: string }>("select subject from gw_idempotency where key = $1", [
      key,
    ])
    expect((await attemptsOf(id)).map((attempt) => attempt.id)).toEqual([request?.subject])
    expect(await buyer.checkout(charging(buyer, id, card, key))).toEqual(shown)
    await loseAnswer(key)
    const again = await buyer.checkout(charging(buyer, id, card, key))
    expect([again.status, again.continue_url]).toEqual([shown.status, shown.continue_url])
    await expectForCustomer(again)
  })
})

describe("the limits of a saved card in the customer's app", () => {
  it("are lowered from the next charge on, and never raised [MAN-06]", async () => {
    const card = await saveCardWith(buyer, item)
    const end = new Date(Date.now() + 86_400_000).toISOString()
    const { status, body } = await lower(app, card, { max_amount: 500, expires_at: end })
    expect([status, body.card.terms]).toEqual([
      200,
      { max_amount: 500, max_per_month: 30_000, expires_at: end },
    ])
    for (const [name, value] of [
      ["max_amount", 501],
      ["max_per_month", 30_001],
      ["expires_at", "2029-01-01T00:00:00Z"],
    ] as const) {
      const raised = await lower(app, card, { max_per_month: 1, [name]: value })
      expect([raised.status, raised.body]).toMatchObject([
        400,
        { code: "invalid_params", data: { issues: [{ path: `terms.${name}` }] } },
      ])
    }
    expect((await cardRow(card)).terms).toEqual(body.card.terms)
  })

  it("end with the lowest value when ten changes arrive at once [MAN-06]", async () => {
    const card = await saveCardWith(buyer, item)
    await Promise.all(Array.from({ length: 10 }, (_, i) => lower(app, card, { max_amount: 100 + i })))
    expect((await cardRow(card)).terms).toMatchObject({ max_amount: 100 })
  })

  it("are not found by other customers, and not changed for a card that has ended [MAN-06]", async () => {
    const card = await saveCardWith(buyer, item)
    expect((await lower(other, card, { max_amount: 1 })).status).toBe(404)
    expect((await app.send("DELETE", `/cards/${card}`)).status).toBe(204)
    expect(await lower(app, card, { max_amount: 1 })).toMatchObject({
      status: 409,
      body: { code: "invalid_state" },
    })
    expect((await cardRow(card)).terms).toMatchObject({ max_amount: 10_000 })
  })

  it.each([[{}], [{ max_amount: -1 }], [{ max_amount: "5" }], [{ frequency_days: 1 }]])(
    "are refused as %j",
    async (terms) => {
      expect((await lower(app, "card_none", terms)).status).toBe(400)
    }
  )
})

describe("the limits of a consent in the customer's app", () => {
  const change = (by: App, id: string, details: object[]) =>
    by.send<{ authorization_details: object[] }>("PATCH", `/consents/${id}`, {
      body: JSON.stringify({
        authorization_details: details.map((one) => ({ type: "card_charges", ...one })),
      }),
      headers: { "content-type": "application/json" },
    })

  it("are shown, lowered from the next charge on, never raised, and in the audit log [MAN-06]", async () => {
    const card = await saveCardWith(buyer, item)
    await consentTo(buyer.client_id, [EUR(), EUR({ currency: "RON" })])
    const consent = (await app.consents()).find(({ agent }) => agent.client_id === buyer.client_id)
    expect(consent).toMatchObject({ authorization_details: [EUR(), EUR({ currency: "RON" })] })
    const id = String(consent?.id)
    const { status, body } = await change(app, id, [{ currency: "EUR", max_per_charge: total - 1 }])
    expect([status, body.authorization_details]).toEqual([
      200,
      [EUR({ max_per_charge: total - 1 }), EUR({ currency: "RON" })],
    ])
    const raised = await change(app, id, [
      { currency: "RON", max_per_charge: 1 },
      { currency: "EUR", max_per_charge: total },
    ])
    expect([raised.status, raised.body]).toMatchObject([
      400,
      { data: { issues: [{ path: "authorization_details.1.max_per_charge" }] } },
    ])
    await expectForCustomer(await charge((await ready()).id, card))
  })

  it("are not found by other customers, nor in a consent without a mandate [MAN-06]", async () => {
    const consent = (await app.consents()).find(({ agent }) => agent.client_id === buyer.client_id)
    const id = String(consent?.id)
    expect((await change(app, id, [{ currency: "EUR", max_per_charge: 1 }])).status).toBe(404)
    await consentTo(buyer.client_id, [EUR()])
    expect((await change(other, id, [{ currency: "EUR", max_per_charge: 1 }])).status).toBe(404)
  })
})
