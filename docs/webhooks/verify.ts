import { createHmac, timingSafeEqual } from "node:crypto"

/** A message that is older or newer than this is rejected, because it may be a replay. */
const TOLERANCE_SECONDS = 300

/** The three headers of a message. */
export interface WebhookHeaders {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
}

/** Returns whether the store sent a message. Pass the raw body, byte for byte, never a parsed and serialized one. */
export function isGenuine(
  body: Buffer,
  { id, timestamp, signature }: WebhookHeaders,
  secret: string
): boolean {
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= TOLERANCE_SECONDS)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest()
  // For 24 hours after a rotation of the secret, a message has two signatures.
  return signature.split(" ").some((one) => {
    const [version, text = ""] = one.split(",")
    const given = Buffer.from(text, "base64")
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** As a program: the headers and the secret in the environment, the body on standard input. */
async function main(): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const {
    WEBHOOK_ID: id = "",
    WEBHOOK_TIMESTAMP: timestamp = "",
    WEBHOOK_SIGNATURE: signature = "",
  } = process.env
  const { WEBHOOK_SECRET: secret = "" } = process.env
  if (!isGenuine(Buffer.concat(chunks), { id, timestamp, signature }, secret)) process.exit(1)
  console.log("genuine")
}

if (require.main === module) void main()
