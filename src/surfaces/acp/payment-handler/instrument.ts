import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { PaymentMethod } from "../../../workflows/checkout/saved-cards"
import { HANDLER_ID, STOREFRONT_HANDLER_ID } from "./payment-handler"

const Name = z.string().min(1).max(200)

/** The instrument of both handlers. It names the session, and no card. */
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

/** The payment data of a session. The store's payment route decides where the buyer pays, whichever handler is named. */
export const PaymentData = z.object({
  handler_id: z.enum([HANDLER_ID, STOREFRONT_HANDLER_ID]),
  instrument: Instrument,
})

/** The payment method of the session `id`. Throws `invalid_params` when the credential is for another session. */
export function paymentMethodIn({ instrument }: z.infer<typeof PaymentData>, id: string): PaymentMethod {
  const path = "payment_data.instrument"
  if (instrument.credential.token === id) return { token: null, save_card: false, path }
  const issue = { path: `${path}.credential.token`, message: "must be the id of this checkout session" }
  throw problem("invalid_params", { issues: [issue] })
}
