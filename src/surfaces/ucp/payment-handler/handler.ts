import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { Call } from "../../call"

export const HANDLER_ID = "gw_card"

/** When the handler's own terms were changed last. */
const HANDLER_VERSION = "2026-11-22"

/** Whether the store's bank keeps cards, and charges them without the buyer. */
export function keepsCards({ container }: Call): boolean {
  const { tokenize, mit } = container.resolve<BankService>(BANK_MODULE).capabilities
  return tokenize !== "none" && mit
}

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
  return { [`${reversed(new URL(call.base_url).hostname)}.card_redirect`]: [handler] }
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
