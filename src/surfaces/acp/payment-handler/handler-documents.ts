import { z } from "@medusajs/framework/zod"
import { document } from "../../../gateway/document"
import { markdown } from "../../../gateway/markdown"
import { type AnyOperation, operation } from "../../../gateway/operation"
import { HandlerConfig, Instrument } from "./instrument"

const TEXT = `# Card on a payment page

An instrument of this handler names the checkout session, and no card:

    {"type": "redirect", "credential": {"type": "session", "token": "<the session's id>"}}

Completing a session with it places the order. The response has the status requires_escalation and continue_url: a page on which
the buyer enters the card and authenticates the payment (strong customer authentication). It is a page of the store's bank, or a
page of the store with the card fields of its payment provider. Neither the agent nor the store ever sees the card, so nothing is
delegated and the agent has no PCI scope.

Only the bank or the provider completes the session, whether the buyer returns or not: read the session until it is completed. On
a page of the store the buyer can try another card. After a payment that was declined at the bank, that was not authenticated, or
that was not made in time, the session is ready_for_payment again, with a message payment_declined. Complete it again with another Idempotency-Key: the first key returns the first response.
`

/** The specification of the store's payment handler, as Markdown for agent developers. */
export const handlerSpecification = operation({
  access: "discovery",
  input: z.unknown(),
  run: async () => markdown(TEXT),
})

/** Publishes a JSON Schema. */
export const schemaOf = (schema: z.ZodType): AnyOperation =>
  operation({
    access: "discovery",
    input: z.unknown(),
    run: async (_, call) => document(z.toJSONSchema(schema, { io: "input" }), call),
  })

/** The JSON Schema of the handler's instruments. */
export const instrumentSchema = schemaOf(Instrument)

/** The JSON Schema of the handler's configuration. */
export const configSchema = schemaOf(HandlerConfig)
