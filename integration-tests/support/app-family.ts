import { randomUUID } from "node:crypto"
import { eventually } from "./agent"
import { App } from "./app"
import { Buyer, CARD } from "./buyer"
import { switchSurfaces } from "./oauth-client"
import { type NewCustomer, newCustomer } from "./privacy"
import { authenticate, CARDS } from "./shopper"

/** A customer with an app and an agent that shops for her, and another customer with an app. */
export interface Family {
  readonly ana: NewCustomer
  readonly app: App
  readonly other: App
  readonly buyer: Buyer
}

/** Switches on the app surface and the surfaces that create what the app shows. */
export async function openApp(): Promise<Family> {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, app_enabled: true })
  const ana = await newCustomer()
  const app = await App.of(ana)
  const other = await App.of(await newCustomer())
  return { ana, app, other, buyer: await Buyer.forPerson(ana) }
}

/** Switches the UCP and app surfaces off again. */
export const closeApp = () => switchSurfaces({ ucp_enabled: false, app_enabled: false })

/** Buys a mug for the app's customer, saves the card, and returns the saved card's id. */
export async function saveCardOf(buyer: Buyer, app: App, card: string = CARDS.approved): Promise<string> {
  const known = (await app.cards()).map(({ id }) => id)
  const { id } = await buyer.ready([["MUG-SAND", 1]])
  const body = { payment: { instruments: [{ ...CARD, save_card: true }] } }
  const headers = { "idempotency-key": randomUUID() }
  const { continue_url } = await buyer.checkout(
    buyer.send(`/checkout-sessions/${id}/complete`, { body, headers })
  )
  await authenticate(String(continue_url), "approve", card)
  await buyer.becomes(id, "completed")
  return eventually(async () => (await app.cards()).find((one) => !known.includes(one.id))?.id)
}
