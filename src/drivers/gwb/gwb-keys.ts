import { KeyObject, createHash, createPrivateKey } from "node:crypto"
import { type CryptoKey, type JSONWebKeySet, createLocalJWKSet, createRemoteJWKSet, errors } from "jose"
import type { GwbOptions } from "../../options"
import { BankError } from "../driver"
import { SignatureRefused } from "../signature-refused"

/** The store's signing key. */
export interface MerchantKey {
  readonly kid: string
  readonly private_key: KeyObject
  readonly public_jwk: object
}

/** Reads the configured P-256 key. Its id is the RFC 7638 thumbprint and needs no configuration. */
export function merchantKey({ kty, crv, x, y, d }: GwbOptions["merchant_key"]): MerchantKey {
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url")
  return {
    kid,
    private_key: createPrivateKey({ key: { kty, crv, x, y, d }, format: "jwk" }),
    public_jwk: { kty, crv, x, y, kid, alg: "ES256", use: "sig" },
  }
}

/**
 * Finds the bank's ES256 key by id. Throws SignatureRefused if there is none, BankError if the keys cannot be
 * fetched.
 */
export type BankKeys = (kid: unknown) => Promise<KeyObject>

/** The bank's public keys: the pinned ones, otherwise those at the configured URL. */
export function bankKeys({ api_url, jwks }: GwbOptions): BankKeys {
  const find = jwks ? createLocalJWKSet(jwks as JSONWebKeySet) : remoteKeys(api_url)
  const objects = new WeakMap<CryptoKey, KeyObject>()
  return async (kid) => {
    const key = await find({ alg: "ES256", kid: kid as string }).catch(refuse)
    const object = objects.get(key) ?? KeyObject.from(key)
    objects.set(key, object)
    return object
  }
}

function remoteKeys(api_url: string) {
  const url = new URL(`${api_url}/gwb/v1/jwks.json`)
  // The default cooldown of 30 s would reject a key that the bank starts to use right after the last fetch.
  return createRemoteJWKSet(url, { cooldownDuration: 5000, timeoutDuration: 3000 })
}

/** All errors except an unknown key are treated as a failure to fetch the keys. */
function refuse(error: unknown): never {
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    throw new SignatureRefused("key_unknown")
  throw new BankError("keys_unavailable", "unknown", "the bank's keys could not be fetched", { cause: error })
}
