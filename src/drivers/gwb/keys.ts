import { createHash, createPrivateKey, type KeyObject } from "node:crypto"
import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose"
import type { BankOptions } from "../../options"

/** The store's own signing key. */
export interface MerchantKey {
  readonly kid: string
  readonly private_key: KeyObject
  readonly public_jwk: object
}

/** Reads the configured P-256 key; its id is the RFC 7638 thumbprint, so it need not be configured. */
export function merchantKey({ kty, crv, x, y, d }: BankOptions["merchant_key"]): MerchantKey {
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url")
  return {
    kid,
    private_key: createPrivateKey({ key: { kty, crv, x, y, d }, format: "jwk" }),
    public_jwk: { kty, crv, x, y, kid, alg: "ES256", use: "sig" },
  }
}

/** The bank's public keys: pinned ones, or those at its configured address and nowhere else. */
export function bankKeys({ api_url, jwks }: BankOptions): JWTVerifyGetKey {
  if (jwks) return createLocalJWKSet(jwks as JSONWebKeySet)
  const url = new URL(`${api_url}/gwb/v1/jwks.json`)
  // The default cooldown of 30 s would refuse a key the bank began to use right after our last fetch.
  return createRemoteJWKSet(url, { cooldownDuration: 5000, timeoutDuration: 3000 })
}
