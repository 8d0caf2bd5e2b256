import { createHmac, timingSafeEqual } from "node:crypto"
import type { Message } from "./message"

/** Messages with a larger time difference count as replayed. */
const TOLERANCE_SECONDS = 300

/** The fault of a message's signature by Standard Webhooks; undefined when one of the secrets has signed it. */
export function faultBySecret({ headers, body }: Message, secrets: readonly string[]): string | undefined {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers
  if (!id || !timestamp || !signatures) return "it has no signature by a secret"
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= TOLERANCE_SECONDS)) return "its timestamp is more than five minutes away from now"
  const given = String(signatures).split(" ")
  const isSigned = secrets.some((secret) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64")
    const digest = createHmac("sha256", key)
      .update(`${String(id)}.${String(timestamp)}.`)
      .update(body)
      .digest("base64")
    return given.some((one) => isSame(one, `v1,${digest}`))
  })
  return isSigned ? undefined : "no secret that is known here has signed it"
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
