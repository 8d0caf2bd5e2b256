import { createHash, randomUUID } from "node:crypto"
import { SignJWT, type CryptoKey } from "jose"
import type { Clock } from "./clock"
import type { Keyring } from "./keys"

const LIFETIME_SECONDS = 120

/** base64url(SHA-256) over the bytes exactly as they travel; no body counts as the empty string. */
export function bodyDigest(raw: Buffer | string): string {
  return createHash("sha256").update(raw).digest("base64url")
}

/** A message to sign: its kind, the merchant it is for (if known) and what binds it to its occasion. */
export interface Message {
  typ: "gwb-response+jwt" | "gwb-ipn+jwt"
  audience: string | undefined
  body: string
  /** Added to what every message claims; a member of the same name replaces it. */
  claims: Record<string, unknown>
}

/** What a message is signed with. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey | Uint8Array
}

/** Signs what the bank says: ES256, a new `jti` each time, valid for two minutes. */
export class Signer {
  issuer = ""

  constructor(
    readonly keyring: Keyring,
    readonly clock: Clock
  ) {}

  /** The compact JWS for the `Gw-Signature` header, and its `jti`; with the bank's current key unless told otherwise. */
  async sign(
    message: Message,
    key: SigningKey = this.keyring.current
  ): Promise<{ token: string; jti: string }> {
    const claims = this.claimsOf(message)
    const header = { alg: "ES256", typ: message.typ, kid: key.kid }
    const token = await new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey)
    return { token, jti: String(claims.jti) }
  }

  /** What a message says about itself. */
  claimsOf({ audience: aud, body, claims }: Message): Record<string, unknown> {
    const iat = this.clock.seconds()
    const times = { iat, exp: iat + LIFETIME_SECONDS }
    return { iss: this.issuer, aud, ...times, jti: randomUUID(), bdg: bodyDigest(body), ...claims }
  }
}
