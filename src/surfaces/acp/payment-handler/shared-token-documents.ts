import { z } from "@medusajs/framework/zod"
import { markdown } from "../../../gateway/markdown"
import { operation } from "../../../gateway/operation"
import { schemaOf } from "./handler-documents"
import { SharedTokenConfig, SharedTokenInstrument } from "./shared-payment-token"

const TEXT = `# Stripe's shared payment tokens (preview)

An instrument of this handler has a shared payment token, which Stripe has issued to the agent for this store (ACP: delegated
payment). The config has the store's merchant_id at Stripe. Grant the token for the session's total in its currency:

    {"type": "card", "credential": {"type": "spt", "token": "spt_…"}}

Completing a session with it places the order and charges the token at once. Read the response:

- completed: the payment is made.
- requires_escalation: the card's issuer requires customer authentication. continue_url is a page of the store on which the
  buyer authenticates the payment or pays with another card.
- ready_for_payment with a message payment_declined: nothing is charged, and the order is canceled. Complete the session again
  with another token and another Idempotency-Key, or with the handler for the payment page.

The store sends the token to Stripe, and neither stores nor logs it.
`

/** The specification of the handler for shared payment tokens, as Markdown for agent developers. */
export const sharedTokenSpecification = operation({
  access: "discovery",
  input: z.unknown(),
  run: async () => markdown(TEXT),
})

/** The JSON Schema of that handler's configuration. */
export const sharedTokenConfigSchema = schemaOf(SharedTokenConfig)

/** The JSON Schema of that handler's instruments. */
export const sharedTokenInstrumentSchema = schemaOf(SharedTokenInstrument)
