import type { Outcome } from "../idempotency"
import { revokeToken as revoke } from "../revoke-token"
import { tokenOf, type Call } from "./call"

/** `DELETE /tokens/{id}`: ends the right to charge the card. Repeated calls change nothing. */
export function revokeToken(call: Call): Outcome {
  const { token, facts } = revoke(call.bank, tokenOf(call))
  return { status: 200, body: token, facts }
}
