import { problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { VERSION, versionOf } from "../acp-versions"
import { Items, SESSION_MEMBERS } from "../session/session-body"

/** The members of a cart. `locale` is not used. */
export const CART_MEMBERS = { line_items: Items.min(1), buyer: SESSION_MEMBERS.buyer }

/** Throws `not_found` in versions without carts. */
export function requireCarts(call: Call): void {
  if (versionOf(call) !== VERSION)
    throw problem("not_found", {}, `Carts exist in API version ${VERSION} and later.`)
}
