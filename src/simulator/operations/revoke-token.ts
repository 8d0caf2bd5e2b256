import type { Outcome } from "../idempotency"
import { revokeToken as revoke } from "../revoke-token"
import { tokenOf, type Call } from "./call"

/** `DELETE /tokens/{id}`: the card may not be charged any more; doing it again changes nothing. */
export function revokeToken(call: Call): Outcome {
  const { token, facts } = revoke(call.bank, tokenOf(call))
  return { status: 200, body: token, facts }
}
