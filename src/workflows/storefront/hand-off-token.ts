import type { MedusaContainer } from "@medusajs/framework/types"
import { createHmac, randomUUID } from "node:crypto"
import { digest } from "../../domain/secrets"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { SessionNow } from "../../queries/checkout/sessions"

/** A new token of a session's hand-off, as it is stored. */
export function newToken(session_id: string, container: MedusaContainer) {
  const nonce = randomUUID()
  return { nonce, token_hash: digest(tokenOf({ session_id, nonce }, container)) }
}

/** The storefront's page that takes over the session's cart. Undefined unless the link is waiting for the customer. */
export function handOffUrl(
  { id: session_id, hand_off }: Pick<SessionNow, "id" | "hand_off">,
  container: MedusaContainer
): string | undefined {
  const { storefront_url } = container.resolve<BankService>(BANK_MODULE).options
  if (!hand_off || hand_off.adopted_at || !storefront_url) return undefined
  const token = tokenOf({ session_id, nonce: hand_off.nonce }, container)
  return storefront_url.replaceAll("{country}", hand_off.country).replaceAll("{token}", token)
}

/**
 * The token that hands a checkout's cart to its customer: 256 bits, in base64url. It is derived from the store's encryption
 * key, so that each read of the checkout shows the same link while only the token's hash is stored. A new `nonce` makes a
 * new token.
 */
function tokenOf(
  { session_id, nonce }: { session_id: string; nonce: string },
  container: MedusaContainer
): string {
  const { encryption_key } = container.resolve<BankService>(BANK_MODULE).options
  if (!encryption_key) throw new Error("the payment route storefront requires encryption_key")
  const hmac = createHmac("sha256", Buffer.from(encryption_key, "base64"))
  return hmac.update(`storefront hand-off:${session_id}:${nonce}`).digest("base64url")
}
