import { createHmac } from "node:crypto"

/**
 * The token that hands a checkout's cart to its customer: 256 bits, in base64url. It is derived, so that each read of the
 * checkout shows the same link while only the token's hash is stored. `nonce` changes when the token is renewed;
 * `encryption_key` is the store's, in base64.
 */
export function handOffToken(
  { session_id, nonce }: { readonly session_id: string; readonly nonce: string },
  encryption_key: string
): string {
  const hmac = createHmac("sha256", Buffer.from(encryption_key, "base64"))
  return hmac.update(`storefront hand-off:${session_id}:${nonce}`).digest("base64url")
}
