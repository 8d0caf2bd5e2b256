import { randomUUID } from "node:crypto"
import { Buyer, CARD } from "./buyer"
import { sql } from "./database"
import type { Person } from "./oauth-client"
import { authenticate } from "./shopper"

/** The instrument of a saved card, by its id in the checkouts of the client. */
export const savedCardInstrument = (token: string) => ({
  ...CARD,
  credential: { type: "card_token", token },
})

const completeWith = (buyer: Buyer, id: string, instrument: object, key: string = randomUUID()) =>
  buyer.send(`/checkout-sessions/${id}/complete`, {
    body: { payment: { instruments: [instrument] } },
    headers: { "idempotency-key": key },
  })

/** Completes a checkout and asks to save the card. */
export const savingCard = (buyer: Buyer, id: string) => completeWith(buyer, id, { ...CARD, save_card: true })

/** Completes a checkout with a saved card. */
export const charging = (buyer: Buyer, id: string, token: string, key?: string) =>
  completeWith(buyer, id, savedCardInstrument(token), key)

/** Buys an item, saves the card, and returns the saved card's id. */
export async function saveCardWith(buyer: Buyer, item: string): Promise<string> {
  const { id } = await buyer.ready([[item, 1]])
  const { continue_url } = await buyer.checkout(savingCard(buyer, id))
  await authenticate(String(continue_url))
  await buyer.becomes(id, "completed")
  const [card] = await sql<{ id: string }>(
    "select id from gw_card_token where client_id = $1 order by created_at desc, id desc limit 1",
    [buyer.client_id]
  )
  return String(card?.id)
}

/** Gives the client's consents a mandate, as the customer would on the consent page. */
export const consentTo = (client_id: string, details: readonly object[]) =>
  sql("update gw_oauth_grant set authorization_details = $2 where client_id = $1", [
    client_id,
    JSON.stringify(details),
  ])

/** Limits in euro under which saved cards may be charged. */
export const mandate = (more: object = {}) => ({
  type: "card_charges",
  currency: "EUR",
  max_per_charge: 9000,
  max_per_month: 20_000,
  expires_at: "2040-01-31T00:00:00.000Z",
  ...more,
})

/** A client that the customer has allowed to charge their saved cards. */
export async function allowedToCharge(person: Person): Promise<Buyer> {
  const client = await Buyer.forPerson(person)
  await consentTo(client.client_id, [mandate()])
  return client
}
