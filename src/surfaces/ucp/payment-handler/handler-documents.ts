import { z } from "@medusajs/framework/zod"
import { document } from "../../../gateway/document"
import { markdown } from "../../../gateway/markdown"
import { operation } from "../../../gateway/operation"
import { Instrument } from "../session/session-body"

const TEXT = `# Card on a payment page

An instrument of this handler has the type "card" and needs no credential. Completing a checkout with it places the order.
The response has continue_url: a page on which the buyer enters the card and authenticates the payment (strong customer
authentication). It is a page of the store's bank, or a page of the store with the card fields of its payment provider. Neither
the platform nor the store ever sees the card.

Only the bank or the provider completes the checkout, whether the buyer returns or not: read the checkout again, or subscribe to
its order. On a page of the store the buyer can try another card. After a payment that was declined at the bank, that was not
authenticated, or that was not made in time, the checkout can be completed again.

## Saved cards

If the handler's config in a checkout has "saves_cards": true, the bank that takes its payment saves a card for later purchases
when the buyer agrees. In the store's profile it means that at least one of the store's banks does.
With "save_card": true in the instrument of the call that completes the checkout, the buyer agrees to this on the bank's page,
together with the payment.

Cards are saved only for customers of the store: the token must belong to a customer. Later, open checkouts of that customer
that the same platform created list the card in payment.instruments: its id, and in display its brand, its last digits and its
expiry date.

If the config has "charges_cards": true, a store that takes payments on its own page also lists the cards that the customer has
saved in the store, if they consented to limits for charges of saved cards.

To pay with it, complete the checkout with an instrument whose credential is

    {"type": "card_token", "token": "<the saved card's id>"}

The card is charged without the buyer, and the response has the outcome: the checkout is completed, or the status is 402 and
the checkout in the response can be completed again. If the card's bank requires customer authentication, the response has a
continue_url, as without a credential. A card that is inactive or has expired is treated as unknown. The token expires with
the card.
`

/** The specification of the store's payment handler, as Markdown for platform developers. */
export const handlerSpecification = operation({
  access: "discovery",
  input: z.unknown(),
  run: async () => markdown(TEXT),
})

/** The JSON Schema of the handler's instruments. */
export const handlerSchema = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) => document(z.toJSONSchema(Instrument, { io: "input" }), call),
})
