import { z } from "@medusajs/framework/zod"
import { begin } from "../../../workflows/checkout/begin-session"
import type { RequestedCheckout } from "../../../modules/agent/models/session"
import { marketOf } from "../../../queries/catalog/buyer-market"
import { json } from "../../../gateway/reply"
import { PathId } from "../../../gateway/schemas"
import { ownerOf, sessionCaller } from "../../../gateway/call"
import { initialCheckout } from "../../../workflows/checkout/initial-checkout"
import { sessionOf } from "../../../workflows/checkout/owned-sessions"
import { abilitiesIn, Capabilities } from "../agent-capabilities"
import { idempotent } from "../acp-idempotency"
import { AnyCase, Items, Metadata, SESSION_MEMBERS } from "../session/session-body"
import { changed, unplaced } from "../session/requested-checkout"
import { unavailable } from "../session/unavailable"
import { sessionView } from "./checkout-view"
import { convertCart } from "./convert-cart"

/** `items` is the former name of `line_items`. */
const NewSession = z
  .object({
    ...SESSION_MEMBERS,
    cart_id: PathId.nullish(),
    items: Items.nullish(),
    currency: AnyCase,
    capabilities: Capabilities,
    metadata: Metadata.nullish(),
  })
  .transform(({ items, line_items, ...body }) => ({ ...body, line_items: line_items ?? items ?? [] }))
  .refine(({ cart_id, line_items }) => cart_id || line_items.length > 0, {
    path: ["line_items"],
    message: "must have at least one item, unless cart_id names a cart",
  })
type NewSession = z.infer<typeof NewSession>

type Terms = Pick<NewSession, "capabilities" | "currency" | "metadata">

/**
 * `POST /checkout_sessions` (ACP: Checkout, create): creates a session from items, or from the cart that `cart_id` names
 * (`convert-cart.ts`). Throws `invalid_params` when none of the items is available, and for a currency the store does
 * not sell in.
 */
export const createSession = idempotent({
  name: "acp.create",
  prefix: "cs",
  access: "acp:checkout:write",
  input: NewSession,
  async run({ cart_id, capabilities, currency, metadata, ...body }: NewSession, call, id) {
    await marketOf({ currency }, call.container)
    const terms = { capabilities, currency, metadata }
    const initial = withTerms(unplaced(await initialCheckout(ownerOf(call), call.container)), terms)
    if (cart_id) return convertCart({ cart_id, id, initial, body }, call)
    const requested = changed(initial, body)
    const session = { id, kind: "checkout" as const, ...ownerOf(call), requested, source_id: null }
    const refused = await begin(session, sessionCaller(call))
    if (refused) throw unavailable(refused, body.line_items.length)
    return json(await sessionView(await sessionOf("checkout", id, sessionCaller(call)), call), 201)
  },
})

const withTerms = (requested: RequestedCheckout, terms: Terms): RequestedCheckout => ({
  ...requested,
  context: { currency: terms.currency },
  abilities: abilitiesIn(terms.capabilities),
  ...(terms.metadata && { metadata: terms.metadata }),
})
