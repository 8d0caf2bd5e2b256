import { createHmac, randomBytes } from "node:crypto"

const PREFIX = "whsec_"
const SECRET_BYTES = 32

/** A new shared secret for signing and verification (Standard Webhooks, symmetric). */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`
}

/**
 * The `webhook-signature` header (Standard Webhooks). It has a signature for each secret, so that receivers can
 * verify with the old or the new one during a rotation. `timestamp` is in seconds since 1970.
 */
export function webhookSignature(
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
  secrets: readonly string[]
): string {
  const signed = `${message.id}.${message.timestamp}.${message.body}`
  const signatureBy = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64")
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  }
  return secrets.map(signatureBy).join(" ")
}

/**
 * The `Merchant-Signature` header (ACP 2026-04-17: Webhooks): the HMAC-SHA256 of `timestamp.body` with the whole secret
 * as text. `timestamp` is in seconds since 1970.
 */
export function merchantSignature(
  { timestamp, body }: { readonly timestamp: number; readonly body: string },
  secret: string
): string {
  return `t=${timestamp},v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`
}
