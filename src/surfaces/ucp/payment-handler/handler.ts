import { problem } from "../../../domain/errors"
import type { Call } from "../../call"
import type { InstrumentBody } from "../session/body"

const HANDLER_ID = "gw_card"

/** When the handler's own terms were changed last. */
const HANDLER_VERSION = "2026-11-01"

/**
 * How a checkout can be paid (UCP: Payment handlers): by card, which the buyer types in at the bank and nowhere else. The
 * name is the store's domain, reversed, as the names of handlers are.
 */
export function paymentHandlers({ base_url }: Call): Record<string, [object]> {
  const handler = {
    id: HANDLER_ID,
    version: HANDLER_VERSION,
    available_instruments: [{ type: "card" }],
    config: { flow: "redirect" },
  }
  return { [`${reversed(new URL(base_url).hostname)}.card_redirect`]: [handler] }
}

/** The same as a profile declares it: with where it is documented. */
export function declaredHandlers(call: Call): Record<string, object[]> {
  const spec = `${call.base_url}/gw-ucp/v1/handlers/card-redirect`
  const documents = { spec, schema: `${spec}.json` }
  const handlers = Object.entries(paymentHandlers(call))
  return Object.fromEntries(handlers.map(([name, [handler]]) => [name, [{ ...handler, ...documents }]]))
}

/** A host as names in UCP may be: labels of letters and digits that begin with a letter. */
function reversed(host: string): string {
  const labels = host.toLowerCase().split(/[^a-z0-9-]+/)
  const names = labels.map((label) => label.replace(/-/g, "")).filter(Boolean)
  return names
    .reverse()
    .map((name) => (/^[a-z]/.test(name) ? name : `n${name}`))
    .join(".")
}

/** Throws when a checkout is to be paid by an instrument, the selected one or the first, of another handler. */
export function checkInstruments(instruments: readonly InstrumentBody[]): void {
  const instrument = instruments.find(({ selected }) => selected) ?? instruments[0]
  if (!instrument || instrument.handler_id === HANDLER_ID) return
  const path = `payment.instruments.${instruments.indexOf(instrument)}.handler_id`
  throw problem("invalid_params", { issues: [{ path, message: `must be ${HANDLER_ID}` }] })
}
