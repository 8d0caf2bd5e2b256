import { z } from "@medusajs/framework/zod"
import { document } from "../../document"
import { operation } from "../../operation"
import { reply } from "../../reply"
import { Instrument } from "../session/body"

const TEXT = `# Card, proved at the bank

An instrument of this handler has the type "card" and needs no credential. Completing a checkout with it places the order
and answers with continue_url: the page of the store's bank on which the buyer types the card in and proves the payment
(strong customer authentication). Neither the platform nor the store ever sees the card.

The checkout becomes completed by the bank's signed word alone, whether the buyer comes back or not: read it again, or
subscribe to its order. A payment that was declined, or never proved, leaves the checkout ready to be completed again.
`

/** What the store's payment handler is, for people who build platforms. */
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

/** The JSON Schema of its instruments. */
export const handlerSchema = operation({
  access: "discovery",
  input: z.unknown(),
  run: async (_, call) => document(z.toJSONSchema(Instrument, { io: "input" }), call),
})
