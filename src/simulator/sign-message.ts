import { createHash, randomUUID } from "node:crypto"
import { SignJWT, type CryptoKey } from "jose"
import type { Clock } from "./clock"
import type { Keyring } from "./keys"

const LIFETIME_SECONDS = 120

/** base64url(SHA-256) of the body's exact bytes; a missing body counts as the empty string. */
export function bodyDigest(raw: Buffer | string): string {
  return createHash("sha256").update(raw).digest("base64url")
}

/** A message to sign: its type, its merchant (if known) and the claims that bind it to its request or delivery. */
export interface Message {
  typ: "gwb-response+jwt" | "gwb-ipn+jwt"
  audience: string | undefined
  body: string
  /** Added to the claims of every message; a claim of the same name is replaced. */
  claims: Record<string, unknown>
}

/** The key that signs a message. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey | Uint8Array
}

/** Signs the bank's messages: ES256, a new `jti` each time, valid for two minutes. */
export class Signer {
  issuer = ""

  constructor(
    readonly keyring: Keyring,
    readonly clock: Clock
  ) {}

  /** The compact JWS for the `Gw-Signature` header, and its `jti`. Uses the bank's current key by default. */
  async sign(
    message: Message,
    key: SigningKey = this.keyring.current
  ): Promise<{ token: string; jti: string }> {
    const claims = this.claimsOf(message)
    const header = { alg: "ES256", typ: message.typ, kid: key.kid }
    const token = await new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey)
    return { token, jti: String(claims.jti) }
  }

  /** The claims of a message. */
  claimsOf({ audience: aud, body, claims }: Message): Record<string, unknown> {
    const iat = this.clock.seconds()
    const times = { iat, exp: iat + LIFETIME_SECONDS }
    return { iss: this.issuer, aud, ...times, jti: randomUUID(), bdg: bodyDigest(body), ...claims }
  }
}
