import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Buyer, CARD, type Checkout } from "../support/buyer"
import { tokensAtBank } from "../support/cards"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { attemptsOf, expectBoughtOnce, expectNothingBought, limited, ordersOf } from "../support/purchases"
import { CARDS, authenticate } from "../support/shopper"
import { refusal } from "../support/ucp"
import { strict } from "../support/ucp-schemas"
import { world } from "../support/world"

let catalog: CatalogReader
let buyer: Buyer
let item: string
let savedCard: string

beforeAll(async () => {
  catalog = await openCatalog()
  item = await limited(catalog, 1000, "Planimeter")
  buyer = await Buyer.forCustomer()
  savedCard = await saveCard(buyer)
})

afterAll(closeCatalog)

const one = (of = buyer, more = {}) => of.ready([[item, 1]], more)
const keyed = () => ({ "idempotency-key": randomUUID() })

/** Completes a checkout with one instrument. */
const completeWith = (of: Buyer, id: string, instrument: object, headers = keyed()) =>
  of.send(`/checkout-sessions/${id}/complete`, { body: { payment: { instruments: [instrument] } }, headers })

const withToken = (token?: string) => ({ ...CARD, credential: { type: "card_token", token } })

const charge = (of: Buyer, id: string, token = savedCard, headers = keyed()) =>
  completeWith(of, id, withToken(token), headers)

const REFUSED = refusal("invalid_params", 400, {
  issues: [
    {
      path: "payment.instruments.0.credential.token",
      message: "must name a card that is saved for this buyer",
    },
  ],
})

/** Buys something, saves the card, and returns the saved card's id. */
async function saveCard(of: Buyer, card: string = CARDS.approved, more = {}): Promise<string> {
  const { id } = await one(of, more)
  const known = cardsIn(await of.read(id))
  const { continue_url } = await of.checkout(completeWith(of, id, { ...CARD, save_card: true }))
  await authenticate(String(continue_url), "approve", card)
  const { order, payment } = await of.becomes(id, "completed")
  expect(payment?.instruments).toEqual([CARD])
  await expectBoughtOnce(id, String(order?.id), 1)
  const now = cardsIn(await one(of, more)).filter((one) => !known.includes(one))
  expect(now).toHaveLength(1)
  return String(now[0])
}

const cardsIn = ({ payment }: Checkout) =>
  (payment?.instruments ?? []).map(({ id }) => id).filter((id) => id.startsWith("card_"))

describe("a card that a buyer saves", () => {
  it("appears with its display features in the next checkout [UCP-27]", async () => {
    const { payment } = await one()
    const savedInstrument = {
      id: savedCard,
      handler_id: "gw_card",
      type: "card",
      display: {
        brand: "visa",
        last_digits: "1111",
        expiry_month: 12,
        expiry_year: expect.any(Number) as number,
      },
    }
    expect(payment?.instruments).toEqual([savedInstrument])
    const [token] = await tokensAtBank(savedCard)
    expect(token).toMatchObject({ status: "active", usage: "unscheduled" })
    expect(token?.customer_reference).toMatch(/^cus_/)
  })

  it("is hidden from the customer's other platforms [UCP-27]", async () => {
    expect(cardsIn(await one(await Buyer.forCustomer()))).toEqual([])
  })

  it("belongs to a customer account: guests have none, whatever email address they send [UCP-27]", async () => {
    const guests = await Buyer.forGuests()
    const { id } = await one(guests)
    const { status, body } = await completeWith(guests, id, { ...CARD, save_card: true })
    expect([status, body.data]).toMatchObject([
      400,
      { issues: [{ path: "payment.instruments.0.save_card" }] },
    ])
    await sql("update gw_card_token set client_id = $2 where id = $1", [savedCard, guests.client_id])
    expect(cardsIn(await guests.read(id))).toEqual([])
    expect(await charge(guests, id)).toMatchObject({ status: 400, body: REFUSED })
    await sql("update gw_card_token set client_id = $2 where id = $1", [savedCard, buyer.client_id])
  })

  it("is not saved without save_card, nor when the payment is declined", async () => {
    const other = await Buyer.forCustomer()
    await other.buy([[item, 1]])
    const { id } = await one(other)
    const { continue_url } = await other.checkout(completeWith(other, id, { ...CARD, save_card: true }))
    await authenticate(String(continue_url), "approve", CARDS.do_not_honor)
    expect(cardsIn(await other.becomes(id, "ready_for_complete"))).toEqual([])
  })
})

describe("a saved card", () => {
  it("is charged at once, and the bank's update completes the checkout [UCP-28]", async () => {
    const { id } = await one()
    const bought = await buyer.checkout(charge(buyer, id))
    expect([bought.status, bought.messages]).toEqual(["completed", undefined])
    await expectBoughtOnce(id, String(bought.order?.id), 1)
    expect(JSON.stringify(bought)).not.toContain("card_token")
  })

  it("is charged once for an idempotency key sent five times at once [UCP-28]", async () => {
    const { id } = await one()
    const key = keyed()
    const answers = await Promise.all(Array.from({ length: 5 }, () => charge(buyer, id, savedCard, key)))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const { order } = await buyer.checkout(charge(buyer, id, savedCard, key))
    expect(await attemptsOf(id)).toHaveLength(1)
    expect((await charge(buyer, id)).status).toBe(409)
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("that is declined leaves a checkout that can be completed with another payment method [UCP-28]", async () => {
    const declining = await saveCard(buyer, CARDS.declines_first_charge)
    const { id } = await one()
    const key = keyed()
    const { status, body } = await charge(buyer, id, declining, key)
    const declined = strict("2026-04-08").declined.parse(body)
    expect([status, declined.data.decline_code]).toEqual([402, "insufficient_funds"])
    await expectNothingBought(id)
    expect(await charge(buyer, id, declining, key)).toMatchObject({ status: 402, body })
    const { continue_url } = await buyer.checkout(buyer.complete(id))
    await authenticate(String(continue_url))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("that requires customer authentication sends the buyer to the bank and cancels the first order [UCP-28]", async () => {
    const careful = await saveCard(buyer, CARDS.needs_shopper)
    const { id } = await one()
    const escalated = await buyer.checkout(charge(buyer, id, careful))
    expect(escalated.status).toBe("requires_escalation")
    expect(escalated.continue_url).toContain(world().simulator_url)
    expect((await attemptsOf(id)).map(({ status }) => status)).toEqual(["declined", "requires_action"])
    await authenticate(String(escalated.continue_url))
    const { order } = await buyer.becomes(id, "completed")
    expect((await ordersOf(id)).map(({ status }) => status)).toEqual(["canceled", "pending"])
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("is charged for one of two checkouts of the last unit [UCP-28]", async () => {
    const last = await limited(catalog, 1, "The last planimeter")
    const both = [await buyer.ready([[last, 1]]), await buyer.ready([[last, 1]])]
    const answers = await Promise.all(both.map(({ id }) => buyer.checkout(charge(buyer, id))))
    expect(answers.map(({ status }) => status).sort()).toEqual(["completed", "incomplete"])
    for (const { id, status, order } of answers)
      await (status === "completed" ? expectBoughtOnce(id, String(order?.id), 1) : expectNothingBought(id))
  })

  it("of another buyer gets the same error as an unknown one [UCP-28]", async () => {
    const stranger = await Buyer.forCustomer()
    const refused: [Buyer, Checkout, string][] = [
      [buyer, await one(), "card_unknown"],
      [stranger, await one(stranger), savedCard],
    ]
    for (const [of, { id }, token] of refused) {
      const { status, body } = await charge(of, id, token)
      expect([status, body]).toEqual([400, REFUSED])
      expect(await attemptsOf(id)).toEqual([])
      expect((await of.read(id)).status).toBe("ready_for_complete")
    }
  })

  it("that was revoked or has expired is neither listed nor charged [UCP-28]", async () => {
    const other = await Buyer.forCustomer()
    const ended = await saveCard(other)
    for (const change of [
      "status = 'revoked'",
      "revoke_requested_at = now(), next_check_at = null",
      `terms = terms || '{"expires_at": "2026-01-01T00:00:00.000Z"}'`,
      "exp_year = 2020",
    ]) {
      const [before] = await sql("select * from gw_card_token where id = $1", [ended])
      await sql(`update gw_card_token set ${change} where id = $1`, [ended])
      const checkout = await one(other)
      expect([change, cardsIn(checkout)]).toEqual([change, []])
      expect(await charge(other, checkout.id, ended)).toMatchObject({ status: 400, body: REFUSED })
      const { status, revoke_requested_at, terms, exp_year } = before as Record<string, unknown>
      await sql(
        "update gw_card_token set status = $2, revoke_requested_at = $3, terms = $4, exp_year = $5 where id = $1",
        [ended, status, revoke_requested_at, JSON.stringify(terms), exp_year]
      )
    }
    expect(cardsIn(await one(other))).toEqual([ended])
  })

  it("must be named by a card_token credential", async () => {
    const { id } = await one()
    const { status, body } = await completeWith(buyer, id, withToken())
    expect([status, body.data]).toMatchObject([
      400,
      { issues: [{ path: "payment.instruments.0.credential.token" }] },
    ])
  })

  it("is not charged by its instrument id alone: the customer authenticates the payment instead", async () => {
    const { id } = await one()
    const instrument = { id: savedCard, handler_id: "gw_card", type: "card", selected: true }
    const escalated = await buyer.checkout(completeWith(buyer, id, instrument))
    expect(escalated.status).toBe("requires_escalation")
    await buyer.checkout(buyer.cancel(id))
  })
})

describe("the payment handler's documents", () => {
  it("describe saved cards and how to name one [UCP-27, UCP-28]", async () => {
    const manifest = await json<{ ucp: { payment_handlers: Record<string, Handler[]> } }>("/.well-known/ucp")
    const [handler] = Object.values(manifest.ucp.payment_handlers).flat()
    expect(handler?.config).toEqual({ flow: "redirect", saves_cards: true, charges_cards: true })
    const schema = await json<{ properties: object }>(new URL(String(handler?.schema)).pathname)
    expect(schema.properties).toMatchObject({
      save_card: { type: "boolean" },
      credential: { required: ["type"] },
    })
    const spec = await fetch(String(handler?.spec))
    expect(await spec.text()).toMatch(/save_card[\s\S]*card_token/)
  })

  interface Handler {
    readonly schema: string
    readonly spec: string
    readonly config: object
  }

  const json = async <T>(path: string) => (await (await fetch(`${world().base_url}${path}`)).json()) as T
})
