import { createHash, randomUUID } from "node:crypto"
import { SignJWT } from "jose"
import type { Clock } from "./clock"
import type { BankKey } from "./keys"

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
  claims: Record<string, unknown>
}

/** Signs what the bank says: ES256, a new `jti` each time, valid for two minutes. */
export class Signer {
  issuer = ""

  constructor(
    readonly key: BankKey,
    private readonly clock: Clock
  ) {}

  /** The compact JWS for the `Gw-Signature` header, and its `jti`. */
  async sign({ typ, audience, body, claims }: Message): Promise<{ token: string; jti: string }> {
    const iat = this.clock.seconds()
    const jti = randomUUID()
    const jwt = new SignJWT({ ...claims, bdg: bodyDigest(body) })
      .setProtectedHeader({ alg: "ES256", typ, kid: this.key.kid })
      .setIssuer(this.issuer)
      .setIssuedAt(iat)
      .setExpirationTime(iat + LIFETIME_SECONDS)
      .setJti(jti)
    if (audience !== undefined) jwt.setAudience(audience)
    return { token: await jwt.sign(this.key.privateKey), jti }
  }
}
