import { digest } from "../domain/secrets"
import type { GatewayOptions } from "../options"

/** The key with which the store signs its documents and messages to agents. */
export type SigningKey = NonNullable<GatewayOptions["card_key"]>

/** The public half, for verification (RFC 7517). */
export function publicHalf(key: SigningKey): object {
  const { kty, crv, x, y } = key
  return { kty, crv, x, y, kid: kidOf(key), alg: "ES256", use: "sig" }
}

/** The key's own id, or its thumbprint (RFC 7638). */
export function kidOf({ kid, crv, kty, x, y }: SigningKey): string {
  return typeof kid === "string" ? kid : digest(JSON.stringify({ crv, kty, x, y }))
}
