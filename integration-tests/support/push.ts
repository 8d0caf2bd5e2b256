import { createHash, createPublicKey, verify } from "node:crypto"
import { httpbis } from "http-message-signatures"
import { sql } from "./database"
import { eventuallyRunning } from "./jobs"
import type { Arrived, Receiver } from "./receiver"
import { world } from "./world"

/** The input of a payment whose task is told at an address. */
export const PAYMENT = { amount: 1500, currency: "EUR" }

let numbered = 0

/** A path of a receiver at which nothing has arrived yet. */
export function freshPath(): string {
  return `/hook/${++numbered}?for=${numbered}`
}

/** Why nobody is told at an address any more. */
export async function ended(url: string): Promise<string> {
  const why = "select last_error from gw_push_config where url = $1 and ended_at is not null"
  return eventuallyRunning(
    "deliver-push",
    async () => (await sql<{ last_error: string }>(why, [url]))[0]?.last_error
  )
}

/** What arrived at an address, once the last of it is what is awaited. What the receiver refused is tried again at once. */
export async function pushed(
  receiver: Receiver,
  path: string,
  isLast: (last: Arrived) => boolean
): Promise<Arrived[]> {
  return eventuallyRunning("deliver-push", async () => {
    const all = receiver.arrived.filter((one) => one.path === path)
    const last = all.at(-1)
    if (last && isLast(last)) return all
    await sql(RETRY_NOW, [receiver.at(path)])
    return undefined
  })
}

/** Not what is being delivered: its lease lasts a minute, and no attempt takes longer than 15 seconds. */
const RETRY_NOW = `
  update gw_push_config set next_at = now()
   where url = $1 and failures > 0 and next_at < now() + interval '40 seconds'`

/** Whether a message is signed by the store, as a library that has never seen it judges. */
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
