import { newId } from "../../../domain/secrets"
import type {
  Buyer,
  Delivery,
  Destination,
  RequestedLine,
  RequestedCheckout,
} from "../../../modules/agent/models/session"
import { EMPTY_CHECKOUT } from "../../../workflows/checkout/initial-checkout"
import { buyerLocationIn } from "../catalog/buyer-context"
import type {
  BuyerBody,
  DestinationBody,
  InstrumentBody,
  LineBody,
  MethodBody,
  SessionBody,
} from "./session-body"
import { consentIn } from "./buyer-consent"

/**
 * The requested checkout with the changes of a body: its members replace the stored ones, absent members stay, null
 * clears (UCP: Checkout, update).
 */
export function changed(requested: RequestedCheckout, body: SessionBody): RequestedCheckout {
  const { line_items, buyer, context, discounts, fulfillment, payment, attribution } = body
  return {
    lines: line_items === undefined ? requested.lines : linesOf(line_items ?? [], requested.lines),
    buyer: buyer === undefined ? requested.buyer : buyerOf(buyer),
    context: context === undefined ? requested.context : defined(buyerLocationIn(context ?? {})),
    codes: discounts === undefined ? requested.codes : (discounts?.codes ?? []),
    delivery: fulfillment === undefined ? requested.delivery : deliveryOf(fulfillment, requested.delivery),
    instruments:
      payment === undefined ? requested.instruments : (payment?.instruments ?? []).map(instrumentOf),
    attribution: attribution === undefined ? requested.attribution : (attribution ?? {}),
  }
}

/** A line keeps its id when the body repeats the id, or requests the same item. */
function linesOf(bodies: readonly LineBody[], before: readonly RequestedLine[]): RequestedLine[] {
  const free = new Map(before.map((line) => [line.id, line]))
  const named = bodies.map((body) => body.id !== undefined && free.delete(body.id) && body.id)
  return bodies.map(({ item, quantity }, n) => {
    const alike = [...free.values()].find((line) => line.item === item.id)
    const id = named[n] || alike?.id || newId("li")
    free.delete(id)
    return { id, item: item.id, quantity }
  })
}

function buyerOf(body: BuyerBody | null): Buyer {
  const { consent, ...person } = body ?? {}
  return defined({ ...person, consent: consent ? consentIn(consent) : undefined }) as Buyer
}

function deliveryOf(fulfillment: SessionBody["fulfillment"], before: Delivery): Delivery {
  const method = fulfillment?.methods?.[0]
  if (!method) return EMPTY_CHECKOUT.delivery
  const destinations =
    method.destinations === undefined ? before.destinations : destinationsOf(method.destinations ?? [])
  return {
    destinations,
    selected_destination_id: chosen(method, destinations, before),
    selected_option_id: optionOf(method, before),
  }
}

function chosen(
  { selected_destination_id: id }: MethodBody,
  destinations: readonly Destination[],
  before: Delivery
): string | null {
  const wanted = id === undefined ? before.selected_destination_id : id
  if (destinations.some((one) => one.id === wanted)) return wanted
  // A single address needs no choice.
  return id === undefined && destinations.length === 1 ? (destinations[0]?.id ?? null) : null
}

function optionOf({ groups }: MethodBody, before: Delivery): string | null {
  if (groups === undefined) return before.selected_option_id
  const option = groups?.[0]?.selected_option_id
  return option === undefined && groups?.length ? before.selected_option_id : (option ?? null)
}

function destinationsOf(bodies: readonly DestinationBody[]): Destination[] {
  const given = new Set(bodies.map(({ id }) => id))
  const names = bodies.map((_, n) => `dest_${n + 1}`).filter((name) => !given.has(name))
  return bodies.map(
    (body) => defined({ ...body, id: body.id ?? names.shift() ?? newId("dest") }) as Destination
  )
}

/** The members of an instrument that may be stored and returned: not its credential and not `save_card`. */
function instrumentOf({ credential: _, save_card: __, billing_address, ...instrument }: InstrumentBody) {
  return { ...instrument, ...(billing_address && { billing_address: defined(billing_address) }) }
}

/** The members that are neither undefined nor null. */
function defined<T extends object>(value: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null)
  return Object.fromEntries(members) as { [Name in keyof T]?: NonNullable<T[Name]> }
}
