import { KeyObject, createHash, createPrivateKey } from "node:crypto"
import { type CryptoKey, type JSONWebKeySet, createLocalJWKSet, createRemoteJWKSet, errors } from "jose"
import type { BankOptions } from "../../options"
import { BankError } from "../driver"
import { SignatureRefused } from "./signature-refused"

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

/** The bank's ES256 key of this id. Throws SignatureRefused when it has none, BankError when its keys cannot be had. */
export type BankKeys = (kid: unknown) => Promise<KeyObject>

/** The bank's public keys: pinned ones, or those at its configured address and nowhere else. */
export function bankKeys({ api_url, jwks }: BankOptions): BankKeys {
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
  // The default cooldown of 30 s would refuse a key the bank began to use right after our last fetch.
  return createRemoteJWKSet(url, { cooldownDuration: 5000, timeoutDuration: 3000 })
}

/** Anything that is not the message's own fault is ours. */
function refuse(error: unknown): never {
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    throw new SignatureRefused("key_unknown")
  throw new BankError("keys_unavailable", "unknown", "the bank's keys could not be fetched", { cause: error })
}
