import { createHash, createPublicKey, sign, verify, type JsonWebKey, type KeyObject } from "node:crypto"
import { newKeyPair } from "../../../../demo/key-pair"

/** A key pair made and used with node:crypto alone, so that no mistake of a JOSE library is shared with the bank. */
export interface TestKey {
  privateKey: KeyObject
  jwk: JsonWebKey
  kid: string
}

/** A fresh P-256 key with its RFC 7638 thumbprint. */
export function makeKey(): TestKey {
  const { privateKey, publicKey } = newKeyPair()
  const jwk = publicKey.export({ format: "jwk" })
  const kid = thumbprint(jwk)
  return { privateKey, kid, jwk: { ...jwk, kid, alg: "ES256", use: "sig" } }
}

/** RFC 7638 for an EC key. */
export function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return digest(JSON.stringify({ crv, kty, x, y }))
}

/** base64url(SHA-256). */
export function digest(body: string | Buffer): string {
  return createHash("sha256").update(body).digest("base64url")
}

/** Any JSON as a JWS segment. */
export function segment(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}

/** A compact JWS over any header and claims, signed ES256 whatever the header says. */
export function signJws(header: object, claims: object, key: KeyObject): string {
  const input = `${segment(header)}.${segment(claims)}`
  const signature = sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" })
  return `${input}.${signature.toString("base64url")}`
}

/** Header and claims of a compact JWS whose ES256 signature holds under the JWK; throws when it does not. */
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
