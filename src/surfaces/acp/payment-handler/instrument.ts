import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import type { PaymentMethod } from "../../../workflows/checkout/saved-cards"
import { HANDLER_ID, STOREFRONT_HANDLER_ID } from "./payment-handler"
import { SHARED_TOKEN_ID, sharedTokenHandler, SharedTokenInstrument } from "./shared-payment-token"

const Name = z.string().min(1).max(200)

/** The instrument of the handlers that lead to a page. It names the session, and no card. */
export const Instrument = z.object({
  type: z.literal("redirect"),
  credential: z.object({
    type: z.literal("session"),
    token: Name.describe("The id of the checkout session"),
  }),
})

/** The configuration of the handler. */
export const HandlerConfig = z.object({
  merchant_id: Name.optional().describe(
    "The store's merchant id at the bank that takes the payment of this session"
  ),
  psp: Name,
})

/** The configuration of the handler for payment in the storefront. */
export const StorefrontConfig = z.object({ psp: Name })

const Redirected = z.object({
  handler_id: z.enum([HANDLER_ID, STOREFRONT_HANDLER_ID]),
  instrument: Instrument,
})

const Delegated = z.object({
  handler_id: z.literal(SHARED_TOKEN_ID),
  instrument: SharedTokenInstrument,
})

const UNKNOWN_HANDLER = "must be the id of one of the session's payment handlers"

/**
 * The payment data of a session. The store's payment route decides where the buyer pays, whichever handler for a page is
 * named.
 */
export const PaymentData = z.discriminatedUnion("handler_id", [Redirected, Delegated], {
  error: ({ code }) => (code === "invalid_union" ? UNKNOWN_HANDLER : undefined),
})

/**
 * The payment method of the session `id`. Throws `invalid_params` when the credential is for another session, and for a
 * shared payment token when the store takes none.
 */
export function paymentMethodIn(data: z.infer<typeof PaymentData>, id: string, call: Call): PaymentMethod {
  const path = "payment_data.instrument"
  const { token } = data.instrument.credential
  if (data.handler_id === SHARED_TOKEN_ID) {
    if (!sharedTokenHandler(call)) throw invalid("payment_data.handler_id", UNKNOWN_HANDLER)
    return { token: null, save_card: false, path, credential: { kind: "shared_payment_token", token } }
  }
  if (token === id) return { token: null, save_card: false, path }
  throw invalid(`${path}.credential.token`, "must be the id of this checkout session")
}

const invalid = (path: string, message: string) => problem("invalid_params", { issues: [{ path, message }] })
