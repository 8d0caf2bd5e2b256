import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"
import { reversedHost } from "../../../gateway/reversed-host"
import type { BankOptions } from "../../../options"

/** The id that `payment_data.handler_id` must have. */
export const HANDLER_ID = "gw_redirect"

/** The date on which the handler's specification last changed. */
const HANDLER_VERSION = "2026-11-22"

/**
 * How a session can be paid (ACP: Payment handlers): by card, which the buyer enters on the bank's page only; not at all
 * without a bank.
 */
export function paymentHandlers(call: Call): object[] {
  const { bank } = policyOf(call).options
  return bank ? [redirectToBank(bank, call)] : []
}

/** As ACP requires of handler names, the name is the store's domain, reversed. */
function redirectToBank({ driver, merchant_id }: BankOptions, { base_url }: Call): object {
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
