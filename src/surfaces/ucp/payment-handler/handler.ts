import type { Call } from "../../call"
import { keepsCards } from "../../session/kept-cards"
import { reversedHost } from "../../reversed-host"

export const HANDLER_ID = "gw_card"

/** When the handler's own terms were changed last. */
const HANDLER_VERSION = "2026-11-22"

/**
 * How a checkout can be paid (UCP: Payment handlers): by card, which the buyer types in at the bank and nowhere else. The
 * name is the store's domain, reversed, as the names of handlers are.
 */
export function paymentHandlers(call: Call): Record<string, [object]> {
  const handler = {
    id: HANDLER_ID,
    version: HANDLER_VERSION,
    available_instruments: [{ type: "card" }],
    config: { flow: "redirect", keeps_cards: keepsCards(call) },
  }
  return { [`${reversedHost(call.base_url)}.card_redirect`]: [handler] }
}

/** The same as a profile declares it: with where it is documented. */
export function declaredHandlers(call: Call): Record<string, object[]> {
  const spec = `${call.base_url}/gw-ucp/v1/handlers/card-redirect`
  const documents = { spec, schema: `${spec}.json` }
  const handlers = Object.entries(paymentHandlers(call))
  return Object.fromEntries(handlers.map(([name, [handler]]) => [name, [{ ...handler, ...documents }]]))
}
