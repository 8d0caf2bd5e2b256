import { z } from "@medusajs/framework/zod"
import { document } from "../../../gateway/document"
import { type AnyOperation, operation } from "../../../gateway/operation"
import { reply } from "../../../gateway/reply"
import { HandlerConfig, Instrument } from "./instrument"

const TEXT = `# Card, proved at the bank

An instrument of this handler names the checkout session, and no card:

    {"type": "redirect", "credential": {"type": "session", "token": "<the session's id>"}}

Completing a session with it places the order and answers with the status requires_escalation and continue_url: the page of
the store's bank on which the buyer types the card in and proves the payment (strong customer authentication). Neither the
agent nor the store ever sees the card, so nothing is delegated and no PCI scope is taken on.

The session becomes completed by the bank's signed word alone, whether the buyer comes back or not: read it until it does.
A payment that was declined, or never proved, leaves the session ready_for_payment, with a message payment_declined. Complete
it again then, with another Idempotency-Key: the answer to the first one stays what it was.
`

/** The specification of the store's payment handler, as Markdown for agent developers. */
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

const schemaOf = (schema: z.ZodType): AnyOperation =>
  operation({
    access: "discovery",
    input: z.unknown(),
    run: async (_, call) => document(z.toJSONSchema(schema, { io: "input" }), call),
  })

/** The JSON Schema of the handler's instruments. */
export const instrumentSchema = schemaOf(Instrument)

/** The JSON Schema of the handler's configuration. */
export const configSchema = schemaOf(HandlerConfig)
