import { createHmac } from "node:crypto"

/** The `Stripe-Signature` of a payload, signed at a time in seconds since 1970. */
export function signatureOf(payload: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  const v1 = createHmac("sha256", secret).update(`${at}.${payload}`).digest("hex")
  return `t=${at},v1=${v1}`
}
