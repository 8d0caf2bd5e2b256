import { z } from "@medusajs/framework/zod"
import { begin } from "../../../workflows/checkout/begin-session"
import type { Call } from "../../../gateway/call"
import { marketOf } from "../../../queries/catalog/buyer-market"
import { json } from "../../../gateway/reply"
import { ownerOf, sessionCaller } from "../../../gateway/session-owner"
import { initialCheckout } from "../../../workflows/checkout/initial-checkout"
import { sessionOf } from "../../../workflows/checkout/owned-sessions"
import { abilitiesIn, Capabilities } from "../agent-capabilities"
import { idempotent } from "../acp-idempotency"
import { AnyCase, Items, Metadata, SESSION_MEMBERS } from "../session/session-body"
import { changed, unplaced } from "../session/requested-checkout"
import { unavailable } from "../session/unavailable"
import { sessionView } from "./checkout-view"

/** `items` is the former name of `line_items`. */
const NewSession = z
  .object({
    ...SESSION_MEMBERS,
    ...{
      items: Items.nullish(),
      currency: AnyCase,
      capabilities: Capabilities,
      metadata: Metadata.nullish(),
    },
  })
  .transform(({ items, line_items, ...body }) => ({ ...body, line_items: line_items ?? items ?? [] }))
  .refine(({ line_items }) => line_items.length > 0, {
    path: ["line_items"],
    message: "must have at least one item",
  })
type NewSession = z.infer<typeof NewSession>

/**
 * `POST /checkout_sessions` (ACP: Checkout, create). Throws `invalid_params` when none of the items is available, and
 * for a currency the store does not sell in.
 */
export const createSession = idempotent({
  name: "acp.create",
  prefix: "cs",
  access: "acp:checkout:write",
  input: NewSession,
  async run({ capabilities, currency, metadata, ...body }: NewSession, call, id) {
    await marketOf({ currency }, call.container)
    const owner = ownerOf(call)
    const known = unplaced(await initialCheckout(owner, call.container))
    const requested = {
      ...changed({ ...known, context: { currency } }, body),
      abilities: abilitiesIn(capabilities),
      ...(metadata && { metadata }),
    }
    const refused = await begin(
      { id, kind: "checkout", ...owner, requested, source_id: null },
      sessionCaller(call)
    )
    if (refused) throw unavailable(refused, body.line_items.length)
    return created(id, call)
  },
})

async function created(id: string, call: Call) {
  return json(await sessionView(await sessionOf("checkout", id, sessionCaller(call)), call), 201)
}
