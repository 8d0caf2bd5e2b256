import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { Call } from "../../../gateway/call"
import { savesCards } from "../../../workflows/checkout/saved-cards"
import { reversedHost } from "../../../gateway/reversed-host"

/** The id that an instrument names in `handler_id`. */
export const HANDLER_ID = "gw_card"

/** The date on which the handler's specification last changed. */
const HANDLER_VERSION = "2026-11-22"

/**
 * How a checkout can be paid (UCP: Payment handlers): by card, which the buyer enters on the bank's page only; not at all
 * without a bank. As UCP requires of handler names, the name is the store's domain, reversed.
 */
export function paymentHandlers(call: Call): Record<string, [object]> {
  if (!call.container.resolve<BankService>(BANK_MODULE).hasBank) return {}
  const handler = {
    id: HANDLER_ID,
    version: HANDLER_VERSION,
    available_instruments: [{ type: "card" }],
    config: { flow: "redirect", saves_cards: savesCards(call) },
  }
  return { [`${reversedHost(call.base_url)}.card_redirect`]: [handler] }
}

/** The same as a profile declares it, with the URLs of its specification and schema. */
export function declaredHandlers(call: Call): Record<string, object[]> {
  const spec = `${call.base_url}/gw-ucp/v1/handlers/card-redirect`
  const documents = { spec, schema: `${spec}.json` }
  const handlers = Object.entries(paymentHandlers(call))
  return Object.fromEntries(handlers.map(([name, [handler]]) => [name, [{ ...handler, ...documents }]]))
}
