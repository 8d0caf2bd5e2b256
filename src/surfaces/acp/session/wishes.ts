import { newId } from "../../../domain/secrets"
import type { Buyer, Delivery, Destination, WishedLine, Wishes } from "../../../modules/agent/models/session"
import { NO_WISHES } from "../../session/owner"
import type { AddressBody, BuyerBody, DetailsBody, ItemBody, SessionBody } from "./body"
import { partsOf } from "./full-name"

/** The wishes as a body changes them: what is present replaces, what is absent stays, null clears (ACP: Checkout, update). */
export function changed(wishes: Wishes, body: SessionBody): Wishes {
  const { line_items, buyer, fulfillment_details: details, order_notes, affiliate_attribution } = body
  const codes = body.discounts === undefined ? body.coupons : body.discounts?.codes
  const isCoded = body.discounts !== undefined || body.coupons !== undefined
  const note = order_notes === undefined ? wishes.note : order_notes
  const { note: _, ...rest } = wishes
  return {
    ...rest,
    ...(line_items !== undefined && { lines: linesOf(line_items ?? [], wishes.lines) }),
    ...((buyer !== undefined || details?.email) && { buyer: buyerOf(buyer, details?.email, wishes.buyer) }),
    ...(isCoded && { codes: codes ?? [] }),
    ...(affiliate_attribution !== undefined && { attribution: attributionOf(affiliate_attribution ?? {}) }),
    ...(note && { note }),
    delivery: deliveryOf(
      { ...wishes.delivery, ...(details !== undefined && detailed(details, wishes)) },
      body
    ),
  }
}

/** A line keeps its id when the same thing is asked for again: by that id first, then by its own. */
function linesOf(items: readonly ItemBody[], before: readonly WishedLine[]): WishedLine[] {
  const free = [...before]
  const take = (is: (line: WishedLine) => boolean): WishedLine | undefined => {
    const n = free.findIndex(is)
    return n < 0 ? undefined : free.splice(n, 1)[0]
  }
  const named = items.map(({ id }) => take((line) => line.id === id))
  return items.map(({ id, quantity }, n) => {
    const known = named[n] ?? take((line) => line.item === id)
    return { id: known?.id ?? newId("li"), item: known?.item ?? id, quantity }
  })
}

/** Who names no e-mail address is written to at that of the delivery. */
function buyerOf(
  body: BuyerBody | null | undefined,
  delivery_email: string | null | undefined,
  before: Buyer
): Buyer {
  const { email, first_name, last_name, full_name, phone_number } = body ?? {}
  const named = { ...partsOf(full_name), ...said({ first_name, last_name, email, phone_number }) }
  const buyer = body === undefined ? before : named
  return delivery_email && !buyer.email ? { ...buyer, email: delivery_email } : buyer
}

/** The one destination there is, which is chosen as soon as there is one. */
const DESTINATION = "address"

function detailed(details: DetailsBody | null, { delivery }: Wishes): Partial<Delivery> {
  const known = delivery.destinations.find(({ id }) => id === DESTINATION)
  const destination = details && destinationOf(details, known)
  if (!destination) return { destinations: [], selected_destination_id: null }
  return { destinations: [destination], selected_destination_id: DESTINATION }
}

/** A contact without an address is another one at the address that is known. */
function destinationOf(details: DetailsBody, known: Destination | undefined): Destination | undefined {
  const { address, name, phone_number } = details
  if (address === null || (!address && !known)) return undefined
  const place = address ? placeOf(address) : withoutContact(known)
  const named = partsOf(address?.name || name)
  // Without a last name of its own it would be given the buyer's.
  const contact = { ...(named.first_name && { last_name: "", ...named }), ...said({ phone_number }) }
  return { ...place, ...contact, id: DESTINATION }
}

function withoutContact({
  first_name: _,
  last_name: __,
  phone_number: ___,
  ...place
}: Partial<Destination> = {}) {
  return place
}

function placeOf({ company, line_one, line_two, city, state, postal_code, country }: AddressBody) {
  return said({
    company,
    street_address: line_one,
    extended_address: line_two,
    address_locality: city,
    address_region: state,
    postal_code,
    address_country: country,
  })
}

function deliveryOf(delivery: Delivery, { selected_fulfillment_options: selected }: SessionBody): Delivery {
  if (selected === undefined) return delivery
  return { ...delivery, selected_option_id: selected?.[0]?.option_id ?? null }
}

/** What the agent says of how the buyer came here, as far as it is text. */
function attributionOf(body: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(body).filter((member): member is [string, string] => {
    const [name, value] = member
    return name.length <= 100 && typeof value === "string" && value.length <= 500
  })
  return Object.fromEntries(texts.slice(0, 20))
}

/** What is wished before anything is said; a customer's addresses are for the agent to name, not for us to guess. */
export const unplaced = (wishes: Wishes): Wishes => ({ ...wishes, delivery: NO_WISHES.delivery })

/** The members that say something. */
function said<Name extends string>(members: Readonly<Record<Name, string | null | undefined>>) {
  const texts = Object.entries(members).filter(([, text]) => text)
  return Object.fromEntries(texts) as { [name in Name]?: string }
}
