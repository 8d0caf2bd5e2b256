import { newId } from "../../../domain/secrets"
import type {
  Buyer,
  Delivery,
  Destination,
  RequestedLine,
  RequestedCheckout,
} from "../../../modules/agent/models/session"
import { EMPTY_CHECKOUT } from "../../../workflows/checkout/initial-checkout"
import type { AddressBody, BuyerBody, DetailsBody, ItemBody, SessionBody } from "./session-body"
import { partsOf } from "./full-name"

/**
 * The requested checkout with the changes of a body: its members replace the stored ones, absent members stay, null
 * clears (ACP: Checkout, update).
 */
export function changed(requested: RequestedCheckout, body: SessionBody): RequestedCheckout {
  const { line_items, buyer, fulfillment_details: details, order_notes, affiliate_attribution } = body
  const codes = body.discounts === undefined ? body.coupons : body.discounts?.codes
  const isCoded = body.discounts !== undefined || body.coupons !== undefined
  const note = order_notes === undefined ? requested.note : order_notes
  const { note: _, ...rest } = requested
  return {
    ...rest,
    ...(line_items !== undefined && { lines: linesOf(line_items ?? [], requested.lines) }),
    ...((buyer !== undefined || details?.email) && {
      buyer: buyerOf(buyer, details?.email, requested.buyer),
    }),
    ...(isCoded && { codes: codes ?? [] }),
    ...(affiliate_attribution !== undefined && { attribution: attributionOf(affiliate_attribution ?? {}) }),
    ...(note && { note }),
    delivery: deliveryOf(
      { ...requested.delivery, ...(details !== undefined && detailed(details, requested)) },
      body
    ),
  }
}

/** A line keeps its id when an item names that line id, or else the same item id. */
function linesOf(items: readonly ItemBody[], before: readonly RequestedLine[]): RequestedLine[] {
  const free = [...before]
  const take = (is: (line: RequestedLine) => boolean): RequestedLine | undefined => {
    const n = free.findIndex(is)
    return n < 0 ? undefined : free.splice(n, 1)[0]
  }
  const named = items.map(({ id }) => take((line) => line.id === id))
  return items.map(({ id, quantity }, n) => {
    const known = named[n] ?? take((line) => line.item === id)
    return { id: known?.id ?? newId("li"), item: known?.item ?? id, quantity }
  })
}

/** Without a buyer's e-mail address, that of the delivery contact is used. */
function buyerOf(
  body: BuyerBody | null | undefined,
  delivery_email: string | null | undefined,
  before: Buyer
): Buyer {
  const { email, first_name, last_name, full_name, phone_number } = body ?? {}
  const named = { ...partsOf(full_name), ...definedMembers({ first_name, last_name, email, phone_number }) }
  const buyer = body === undefined ? before : named
  return delivery_email && !buyer.email ? { ...buyer, email: delivery_email } : buyer
}

/** The id of the only destination, which is selected as soon as it exists. */
const DESTINATION = "address"

function detailed(details: DetailsBody | null, { delivery }: RequestedCheckout): Partial<Delivery> {
  const known = delivery.destinations.find(({ id }) => id === DESTINATION)
  const destination = details && destinationOf(details, known)
  if (!destination) return { destinations: [], selected_destination_id: null }
  return { destinations: [destination], selected_destination_id: DESTINATION }
}

/** A contact without an address replaces the contact at the known address. */
function destinationOf(details: DetailsBody, known: Destination | undefined): Destination | undefined {
  const { address, name, phone_number } = details
  if (address === null || (!address && !known)) return undefined
  const place = address ? destinationAddressOf(address) : withoutContact(known)
  const named = partsOf(address?.name || name)
  // An empty last name, because otherwise the buyer's last name would be used.
  const contact = {
    ...(named.first_name && { last_name: "", ...named }),
    ...definedMembers({ phone_number }),
  }
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

function destinationAddressOf({
  company,
  line_one,
  line_two,
  city,
  state,
  postal_code,
  country,
}: AddressBody) {
  return definedMembers({
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

/** The string members of the agent's attribution, up to 20. */
function attributionOf(body: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(body).filter((member): member is [string, string] => {
    const [name, value] = member
    return name.length <= 100 && typeof value === "string" && value.length <= 500
  })
  return Object.fromEntries(texts.slice(0, 20))
}

/** The initial requested checkout, without the customer's saved addresses: the agent must name the address. */
export const unplaced = (requested: RequestedCheckout): RequestedCheckout => ({
  ...requested,
  delivery: EMPTY_CHECKOUT.delivery,
})

/** The members that are not empty. */
function definedMembers<Name extends string>(members: Readonly<Record<Name, string | null | undefined>>) {
  const texts = Object.entries(members).filter(([, text]) => text)
  return Object.fromEntries(texts) as { [name in Name]?: string }
}
