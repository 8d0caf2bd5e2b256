import { z } from "@medusajs/framework/zod"
import { hasStripePage } from "../../../domain/payment-pages"
import type { PaidIn } from "../../../domain/payment-route"
import { policyOf } from "../../../gateway/admission"
import type { Call } from "../../../gateway/call"

/** The id that `payment_data.handler_id` must have for a shared payment token of Stripe. */
export const SHARED_TOKEN_ID = "gw_shared_payment_token"

/** The date on which the handler's specification last changed. */
const HANDLER_VERSION = "2026-11-30"

/** The instrument of the handler: the token that Stripe has issued to the agent for this store. */
export const SharedTokenInstrument = z.object({
  type: z.literal("card"),
  credential: z.object({
    type: z.literal("spt"),
    token: z
      .string()
      .regex(/^spt_\w{1,250}$/, "must be a shared payment token of Stripe, which begins with spt_")
      .describe("Stripe's shared payment token, for at least the session's total in its currency"),
  }),
})

/** The configuration of the handler. */
export const SharedTokenConfig = z.object({
  merchant_id: z.string().describe("The store at Stripe, to which the agent grants the token"),
  psp: z.literal("stripe"),
})

/**
 * The handler for Stripe's shared payment tokens, for a store that has switched them on and has a route on whose page Stripe
 * takes the payment: with `paid`, if that is the route of this payment. Otherwise undefined.
 */
export function sharedTokenHandler(call: Call, paid?: PaidIn): object | undefined {
  const { stripe_shared_payment_tokens: tokens, payment_routes } = policyOf(call).options
  if (!tokens || !hasStripePage(payment_routes, paid)) return undefined
  const spec = `${call.base_url}/gw-acp/v1/handlers/shared-payment-token`
  const config: z.infer<typeof SharedTokenConfig> = { merchant_id: tokens.merchant_id, psp: "stripe" }
  return {
    id: SHARED_TOKEN_ID,
    name: "dev.acp.tokenized.card",
    display_name: "Card",
    version: HANDLER_VERSION,
    requires_delegate_payment: true,
    requires_pci_compliance: false,
    spec,
    config_schema: `${spec}/config.json`,
    instrument_schemas: [`${spec}/instrument.json`],
    psp: "stripe",
    config,
  }
}
