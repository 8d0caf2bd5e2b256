import { problem } from "../../../domain/errors"
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

/**
 * The requested session that an official update replaces. "Performs a full replacement of the checkout resource. The
 * platform is REQUIRED to send the entire checkout resource containing any data updates to write-only data fields. The
 * resource provided in the request will replace the existing checkout session state on the business side" (2026-04-08
 * and 2026-08-25: Checkout, Update Checkout; the same for carts: Cart, Update Cart). A member that the body does not have
 * is removed; then the session has what it began with: `initial`, what the store knows about its customer. Lines keep
 * their ids; `context` and `attribution`, which are write-only, stay until they are updated. Throws `invalid_params`
 * without `line_items`, which UCP's schemas require of an update.
 */
export function replaced(
  requested: RequestedCheckout,
  initial: RequestedCheckout,
  body: SessionBody
): RequestedCheckout {
  if (!body.line_items) throw problem("invalid_params", { issues: [NO_LINES] })
  const { lines, context, attribution } = requested
  return changed({ ...initial, lines, context, attribution }, body)
}

const NO_LINES = { path: "line_items", message: "is required: an update replaces everything" }

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
