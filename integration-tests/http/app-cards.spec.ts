import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { App, errorBody } from "../support/app"
import { closeApp, openApp, saveCardOf } from "../support/app-family"
import { clearFaults, fault } from "../support/bank-ledger"
import { Buyer, CARD } from "../support/buyer"
import { cardRow, scheduleLookup, tokensAtBank } from "../support/cards"
import { CARDS } from "../support/shopper"

let app: App
let other: App
let buyer: Buyer

beforeAll(async () => {
  ;({ app, other, buyer } = await openApp())
})
afterEach(() => clearFaults())
afterAll(closeApp)

const saveCard = (card?: string) => saveCardOf(buyer, app, card)

/** Pays with a saved card. */
async function charge(token: string) {
  const { id } = await buyer.ready([["MUG-SAND", 1]])
  const instrument = { ...CARD, credential: { type: "card_token", token } }
  const headers = { "idempotency-key": randomUUID() }
  return buyer.send(`/checkout-sessions/${id}/complete`, {
    body: { payment: { instruments: [instrument] } },
    headers,
  })
}

/** The merchant's default limits. */
const DEFAULT_TERMS = { max_amount: 10_000, max_per_month: 30_000, expires_at: expect.any(String) as string }

const remove = (by: App, id: string) => by.send("DELETE", `/cards/${id}`)

describe("the cards of a customer", () => {
  it("show the customer the card's features and the agent that may charge it, and no bank token [APP-06]", async () => {
    const id = await saveCard(CARDS.mastercard)
    const [card] = await app.cards()
    expect(card).toEqual({
      id,
      brand: "mastercard",
      last4: "4444",
      exp_month: 12,
      exp_year: expect.any(Number) as number,
      usage: "unscheduled",
      currency: "EUR",
      terms: DEFAULT_TERMS,
      agent: { client_id: buyer.client_id, name: "Test agent" },
      kept_at: expect.any(String) as string,
    })
    const [token] = await tokensAtBank(id)
    expect(JSON.stringify(card)).not.toContain(token?.id)
    expect(await other.cards()).toEqual([])
  })

  it("are revoked once at the bank when three requests arrive at once, and can no longer be charged [APP-07]", async () => {
    const id = await saveCard()
    expect((await charge(id)).status).toBe(200)
    const answers = await Promise.all([remove(app, id), remove(app, id), remove(app, id)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await app.cards()).map((card) => card.id)).not.toContain(id)
    expect(await tokensAtBank(id)).toMatchObject([{ status: "revoked" }])
    expect((await charge(id)).status).toBe(400)
    expect((await remove(app, id)).status).toBe(204)
  })

  it("end for the agent even while the bank does not answer, and at the bank once it answers again [APP-07]", async () => {
    const id = await saveCard()
    await fault({ scope: { times: 40 }, api: { status: 500 } })
    expect((await remove(app, id)).status).toBe(204)
    expect(await cardRow(id)).toMatchObject({ revoke_requested_at: expect.any(Date) as Date })
    await clearFaults()
    expect((await charge(id)).status).toBe(400)
    await eventually(async () => {
      await scheduleLookup(id, "now()")
      return (await tokensAtBank(id))[0]?.status === "revoked" || undefined
    })
  })

  it("are not found by other customers, and stay [APP-08]", async () => {
    const id = await saveCard()
    for (const name of [id, "card_none", "%00"]) {
      const { status, body } = await remove(other, name)
      expect([name, status, body.code]).toEqual([
        name,
        404,
        name === "%00" ? "not_found" : errorBody("card_not_found", 404).code,
      ])
    }
    expect((await app.cards()).map((card) => card.id)).toContain(id)
    expect((await charge(id)).status).toBe(200)
  })
})
