import { z } from "@medusajs/framework/zod"
import { markdown } from "../../../gateway/markdown"
import { operation } from "../../../gateway/operation"
import { schemaOf } from "./handler-documents"
import { StorefrontConfig } from "./instrument"

const TEXT = `# Payment in the store's own checkout

An instrument of this handler names the checkout session, and no card:

    {"type": "redirect", "credential": {"type": "session", "token": "<the session's id>"}}

Completing a session with it places no order and holds no stock. The response has the status requires_escalation and
continue_url: a page of the store that continues with the buyer's cart, once. There the buyer chooses a payment method of the
store, can still change the cart, and places the order. Nothing is delegated and the agent has no PCI scope.

The buyer's order completes the session, with the order's amounts: read the session until it is completed. A declined payment
is not reported: the buyer can try again on the page.
`

/** The specification of the handler for payment in the storefront, as Markdown for agent developers. */
export const storefrontSpecification = operation({
  access: "discovery",
  input: z.unknown(),
  run: async () => markdown(TEXT),
})

/** The JSON Schema of that handler's configuration. */
export const storefrontConfigSchema = schemaOf(StorefrontConfig)
