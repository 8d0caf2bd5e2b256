import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from "node:crypto"

/** A private EC P-256 key for signing messages, and the id under which its public key is published. */
export interface MessageKey {
  readonly id: string
  readonly jwk: JsonWebKey
}

/** A signed component of a message: its name and value (RFC 9421 section 2). */
export type Component = readonly [name: string, value: string]

/** A signature algorithm: its name in signatures (RFC 9421 section 3.3) and in keys (RFC 7518). */
export interface Algorithm {
  readonly name: string
  readonly jose: string
  readonly hash: string
}

const ALGORITHMS: Record<string, Algorithm> = {
  "P-256": { name: "ecdsa-p256-sha256", jose: "ES256", hash: "sha256" },
  "P-384": { name: "ecdsa-p384-sha384", jose: "ES384", hash: "sha384" },
}

/** The algorithm of a key. Undefined if it is not supported. */
export function algorithmOf({ kty, crv = "", alg }: JsonWebKey): Algorithm | undefined {
  const known = kty === "EC" && Object.hasOwn(ALGORITHMS, crv) ? ALGORITHMS[crv] : undefined
  return alg === undefined || alg === known?.jose ? known : undefined
}

/** HTTP message signatures contain r and s, not their DER encoding. */
const dsaEncoding = "ieee-p1363"

/** The headers with the signature of these components (RFC 9421, ECDSA P-256 with SHA-256). */
export function signComponents(
  components: readonly Component[],
  key: MessageKey,
  now: Date = new Date()
): { "signature-input": string; signature: string } {
  const names = components.map(([name]) => `"${name}"`).join(" ")
  const parameters = `(${names});created=${Math.floor(now.getTime() / 1000)};keyid="${key.id}"`
  const private_key = objectOf(key.jwk, privateKeys, createPrivateKey)
  const signature = sign("sha256", signatureBase(components, parameters), { key: private_key, dsaEncoding })
  return {
    "signature-input": `sig1=${parameters}`,
    signature: `sig1=:${signature.toString("base64")}:`,
  }
}

/**
 * Whether the key signed these components with these parameters. `parameters` must be in canonical form. False
 * for an unsupported or invalid key.
 */
export function isSignedWith(
  components: readonly Component[],
  parameters: string,
  signature: Buffer,
  jwk: JsonWebKey
): boolean {
  const algorithm = algorithmOf(jwk)
  if (!algorithm) return false
  try {
    const key = objectOf(jwk, publicKeys, createPublicKey)
    return verify(algorithm.hash, signatureBase(components, parameters), { key, dsaEncoding }, signature)
  } catch {
    return false
  }
}

/** The signature base (RFC 9421 section 2.5), byte for byte as headers are sent. */
function signatureBase(components: readonly Component[], parameters: string): Buffer {
  const lines = [...components, ["@signature-params", parameters] as const]
  return Buffer.from(lines.map(([name, value]) => `"${name}": ${value}`).join("\n"), "latin1")
}

type KeyCache = WeakMap<JsonWebKey, KeyObject>
const privateKeys: KeyCache = new WeakMap()
const publicKeys: KeyCache = new WeakMap()

function objectOf(
  jwk: JsonWebKey,
  cache: KeyCache,
  read: (given: { key: JsonWebKey; format: "jwk" }) => KeyObject
): KeyObject {
  const known = cache.get(jwk) ?? read({ key: jwk, format: "jwk" })
  cache.set(jwk, known)
  return known
}
