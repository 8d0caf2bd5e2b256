import { createHash, createPublicKey, verify } from "node:crypto"
import { httpbis } from "http-message-signatures"
import { sql } from "./database"
import { eventuallyRunning } from "./jobs"
import type { Arrived, Receiver } from "./receiver"
import { world } from "./world"

/** The input of a payment whose task is sent to a push notification address. */
export const PAYMENT = { amount: 1500, currency: "EUR" }

let numbered = 0

/** A path of a receiver at which no message has arrived yet. */
export function freshPath(): string {
  return `/hook/${++numbered}?for=${numbered}`
}

/** Waits until deliveries to an address have ended, and returns the reason. */
export async function ended(url: string): Promise<string> {
  const why = "select last_error from gw_push_config where url = $1 and ended_at is not null"
  return eventuallyRunning(
    "deliver-push",
    async () => (await sql<{ last_error: string }>(why, [url]))[0]?.last_error
  )
}

/**
 * The messages at an address up to the first one that satisfies `isLast`, which later ones may already have followed.
 * Refused deliveries are retried at once.
 */
export async function pushed(
  receiver: Receiver,
  path: string,
  isLast: (one: Arrived) => boolean
): Promise<Arrived[]> {
  return eventuallyRunning("deliver-push", async () => {
    const all = receiver.until(path, isLast)
    if (all) return all
    await sql(RETRY_NOW, [receiver.at(path)])
    return undefined
  })
}

/** Skips a message that is being delivered: its lease lasts a minute, and no attempt takes longer than 15 seconds. */
const RETRY_NOW = `
  update gw_push_config set next_at = now()
   where url = $1 and failures > 0 and next_at < now() + interval '40 seconds'`

/** Whether a message has a valid signature of the store, checked by an independent library. */
export async function isGenuine({ method, headers, body }: Arrived, url: string): Promise<boolean> {
  if (headers["content-digest"] !== `sha-256=:${createHash("sha256").update(body).digest("base64")}:`)
    return false
  const { keys } = (await (await fetch(`${world().base_url}/gw-a2a/v1/jwks.json`)).json()) as {
    keys: JsonWebKey[]
  }
  const verified = await httpbis.verifyMessage(
    {
      requiredFields: [
        "@method",
        "@authority",
        "@path",
        "@query",
        "content-digest",
        "webhook-id",
        "webhook-timestamp",
      ],
      maxAge: 300,
      keyLookup: async ({ keyid }) => {
        const jwk = keys.find(({ kid }: JsonWebKey & { kid?: string }) => kid === keyid)
        if (!jwk) return null
        const key = createPublicKey({ key: jwk as never, format: "jwk" })
        return {
          id: keyid,
          algs: ["ecdsa-p256-sha256"],
          verify: async (data: Buffer, signature: Buffer) =>
            verify("sha256", data, { key, dsaEncoding: "ieee-p1363" }, signature),
        }
      },
    },
    { method, url, headers: headers as Record<string, string> }
  )
  return verified === true
}
