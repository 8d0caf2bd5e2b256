import { createHash, createPublicKey, sign, verify, type JsonWebKey, type KeyObject } from "node:crypto"
import { newKeyPair } from "../../../../demo/key-pair"

/**
 * A key pair created and used with node:crypto alone, so that the tests share no bug of a JOSE library with the bank.
 */
export interface TestKey {
  privateKey: KeyObject
  jwk: JsonWebKey
  kid: string
}

/** A new P-256 key with its RFC 7638 thumbprint. */
export function makeKey(): TestKey {
  const { privateKey, publicKey } = newKeyPair()
  const jwk = publicKey.export({ format: "jwk" })
  const kid = thumbprint(jwk)
  return { privateKey, kid, jwk: { ...jwk, kid, alg: "ES256", use: "sig" } }
}

/** The RFC 7638 thumbprint of an EC key. */
export function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return digest(JSON.stringify({ crv, kty, x, y }))
}

/** base64url(SHA-256). */
export function digest(body: string | Buffer): string {
  return createHash("sha256").update(body).digest("base64url")
}

/** A value as a JWS segment. */
export function segment(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}

/** A compact JWS with any header and claims, always signed with ES256, whatever the header states. */
export function signJws(header: object, claims: object, key: KeyObject): string {
  const input = `${segment(header)}.${segment(claims)}`
  const signature = sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" })
  return `${input}.${signature.toString("base64url")}`
}

/**
 * Verifies a compact JWS with the JWK (ES256) and returns its header and claims; throws when the signature is
 * invalid.
 */
export function openJws(token: string, jwk: JsonWebKey) {
  const [header = "", claims = "", signature = ""] = token.split(".")
  const key = createPublicKey({ key: jwk, format: "jwk" })
  const bytes = Buffer.from(signature, "base64url")
  if (!verify("sha256", Buffer.from(`${header}.${claims}`), { key, dsaEncoding: "ieee-p1363" }, bytes))
    throw new Error("the signature does not hold")
  return { header: parse(header), claims: parse(claims) }
}

function parse(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>
}
