import { z } from "@medusajs/framework/zod"
import { document } from "../../../gateway/document"
import { markdown } from "../../../gateway/markdown"
import { operation } from "../../../gateway/operation"
import { Instrument } from "../session/session-body"

const TEXT = `# Payment in the store's own checkout

An instrument of this handler needs no credential. Completing a checkout with it places no order and holds no stock. The
response has the status requires_escalation and continue_url: a page of the store that continues with the buyer's cart, once.
There the buyer chooses a payment method of the store, can still change the cart, and places the order. Neither the platform
nor this protocol sees payment data.

After the buyer has opened the page, the checkout is complete_in_progress, with the lines and amounts of their cart. Their
order completes the checkout, with the order's amounts. Read the checkout again, or subscribe to its order. A declined payment
is not reported: the buyer can try again on the page.

Cards are not saved, and the platform can neither cancel nor refund the order.
`

/** The specification of the handler for payment in the storefront, as Markdown for platform developers. */
export const storefrontSpecification = operation({
  access: "discovery",
  input: z.unknown(),
  run: async () => markdown(TEXT),
})

/** The instruments of this handler: those of the card's, without a credential and without saving a card. */
const StorefrontInstrument = Instrument.omit({ credential: true, save_card: true })

/** The JSON Schema of the instruments of the handler for payment in the storefront. */
export const storefrontSchema = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) => document(z.toJSONSchema(StorefrontInstrument, { io: "input" }), call),
})
