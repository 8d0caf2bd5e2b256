import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { Notice } from "../../../modules/agent/models/session"
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

/** The error when no session was created because none of its items is available. */
function unavailable(notices: readonly Notice[], count: number) {
  const path = count === 1 ? "line_items.0.id" : "line_items"
  for (const notice of notices)
    if (notice.code === "item_unavailable")
      return refusal("invalid_item_id", path, `${notice.item} is not sold by this store`)
  return refusal("out_of_stock", path, "all items are out of stock")
}

const refusal = (shown_as: string, path: string, message: string) =>
  problem("invalid_params", { shown_as, issues: [{ path, message }] })
