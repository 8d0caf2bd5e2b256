import { createHmac, timingSafeEqual } from "node:crypto"
import type { Message } from "./message"

/** Messages with a larger time difference count as replayed. */
const TOLERANCE_SECONDS = 300

/** The fault of a message's signature by Standard Webhooks; undefined when one of the secrets has signed it. */
export function faultBySecret({ headers, body }: Message, secrets: readonly string[]): string | undefined {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers
  if (!id || !timestamp || !signatures) return "the message has no signature by a secret"
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= TOLERANCE_SECONDS)) return "the timestamp differs from now by more than five minutes"
  const candidates = String(signatures).split(" ")
  const isSigned = secrets.some((secret) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64")
    const digest = createHmac("sha256", key)
      .update(`${String(id)}.${String(timestamp)}.`)
      .update(body)
      .digest("base64")
    return candidates.some((candidate) => isSame(candidate, `v1,${digest}`))
  })
  return isSigned ? undefined : "the signature does not match any known secret"
}

function isSame(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
