import { policyOf } from "../../admission"
import type { Call } from "../../call"
import { reversedHost } from "../../reversed-host"

export const HANDLER_ID = "gw_redirect"

/** When the handler's own terms were changed last. */
const HANDLER_VERSION = "2026-11-22"

/**
 * How a session can be paid (ACP: Payment handlers): by card, which the buyer types in at the bank and nowhere else. The
 * name is the store's domain, reversed, as the names of handlers are.
 */
export function paymentHandler(call: Call): object {
  const { base_url } = call
  const { driver, merchant_id } = policyOf(call).options.bank
  const spec = `${base_url}/gw-acp/v1/handlers/redirect`
  return {
    id: HANDLER_ID,
    name: `${reversedHost(base_url)}.card_redirect`,
    display_name: "Bank card",
    version: HANDLER_VERSION,
    spec,
    requires_delegate_payment: false,
    requires_pci_compliance: false,
    psp: driver,
    config_schema: `${spec}/config.json`,
    instrument_schemas: [`${spec}/instrument.json`],
    config: { merchant_id, psp: driver },
  }
}
