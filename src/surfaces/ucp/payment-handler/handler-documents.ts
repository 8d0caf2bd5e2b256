import { z } from "@medusajs/framework/zod"
import { document } from "../../../gateway/document"
import { operation } from "../../../gateway/operation"
import { reply } from "../../../gateway/reply"
import { Instrument } from "../session/session-body"

const TEXT = `# Card, proved at the bank

An instrument of this handler has the type "card" and needs no credential. Completing a checkout with it places the order
and answers with continue_url: the page of the store's bank on which the buyer types the card in and proves the payment
(strong customer authentication). Neither the platform nor the store ever sees the card.

The checkout becomes completed by the bank's signed word alone, whether the buyer comes back or not: read it again, or
subscribe to its order. A payment that was declined, or never proved, leaves the checkout ready to be completed again.

## Saved cards

Where the handler's config has "saves_cards": true, the store's bank keeps a card for later purchases when the buyer wants
it to. With "save_card": true in the instrument of the call that completes the checkout, the buyer agrees to that on the
bank's page, together with the payment.

Cards are kept for customers of the store: the token has to be bound to one. From then on open checkouts of that customer,
which the same platform has begun, tell of the card in payment.instruments: its id, and in display its brand, its last digits
and when it expires.

To pay with it, complete the checkout with an instrument whose credential is

    {"type": "card_token", "token": "<the saved card's id>"}

The card is charged without the buyer, and the answer says how that went: the checkout is completed, or the status is 402 and
the checkout in the answer can be completed again. Where the card's bank wants the buyer's own proof, the answer has a
continue_url, as without a credential. A card that was ended or has expired is as one that does not exist. The token expires
with the card.
`

/** The specification of the store's payment handler, as Markdown for platform developers. */
export const handlerSpecification = operation({
  access: "discovery",
  input: z.unknown(),
  run: async () =>
    reply(
      200,
      { "Content-Type": "text/markdown; charset=utf-8", "Cache-Control": "public, max-age=300" },
      TEXT
    ),
})

/** The JSON Schema of the handler's instruments. */
export const handlerSchema = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) => document(z.toJSONSchema(Instrument, { io: "input" }), call),
})
