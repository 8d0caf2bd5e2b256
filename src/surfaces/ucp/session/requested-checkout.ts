import { newId } from "../../../domain/secrets"
import type { Buyer, RequestedLine, RequestedCheckout } from "../../../modules/agent/models/session"
import { buyerLocationIn } from "../catalog/buyer-context"
import type { BuyerBody, InstrumentBody, LineBody, SessionBody } from "./session-body"
import { consentIn } from "./buyer-consent"
import { defined } from "./defined"
import { deliveryOf } from "./requested-delivery"

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

/** The members of an instrument that may be stored and returned: not its credential and not `save_card`. */
function instrumentOf({ credential: _, save_card: __, billing_address, ...instrument }: InstrumentBody) {
  return { ...instrument, ...(billing_address && { billing_address: defined(billing_address) }) }
}
