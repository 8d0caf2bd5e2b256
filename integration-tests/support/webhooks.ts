import { createHmac, randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Ajv2020 as Ajv, type ValidateFunction } from "ajv/dist/2020"
import { expect } from "vitest"
import { Webhook } from "standardwebhooks"
import { eventually } from "./agent"
import type { Buyer } from "./buyer"
import { sql } from "./database"
import { runJob } from "./jobs"
import type { Arrived } from "./receiver"
import { world } from "./world"

/** A webhook as the API returns it to its client. */
export interface ShownWebhook {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly status: string
  readonly disabled_reason?: string
  readonly secret?: string
  readonly last_failure: { status: number | null; reason: string } | null
}

/** A message of Standard Webhooks. */
export interface Envelope {
  readonly type: string
  readonly timestamp: string
  readonly id: string
  readonly sequence: number
  readonly data: Record<string, unknown> & { readonly order?: { readonly id: string } }
}

export interface ShownDelivery {
  readonly id: string
  readonly event_id: string
  readonly type: string
  readonly state: string
  readonly attempts: number
  readonly last_status: number | null
  readonly last_error: string | null
}

/** Registers an address; returns the webhook with its secret. */
export async function subscribe(
  buyer: Buyer,
  url: string,
  events?: readonly string[]
): Promise<ShownWebhook & { readonly secret: string }> {
  const { status, body } = await buyer.send("/webhooks", { body: { url, ...(events && { events }) } })
  expect([status, body]).toEqual([201, body])
  return body as unknown as ShownWebhook & { readonly secret: string }
}

/** The current state of a client's webhook. */
export async function shown(buyer: Buyer, id: string): Promise<ShownWebhook | undefined> {
  const { status, body } = await buyer.get("/webhooks")
  expect([status, body]).toEqual([200, body])
  return (body.webhooks as ShownWebhook[]).find((one) => one.id === id)
}

/** Deletes a webhook and returns the response. */
export async function removed({ token }: Buyer, id: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${world().base_url}/gw-ucp/v1/webhooks/${id}`, { method: "DELETE", headers })).status
}

/** The deliveries of a webhook, newest first. */
export async function deliveriesOf(buyer: Buyer, id: string, query = "") {
  const { status, body } = await buyer.get(`/webhooks/${id}/deliveries${query}`)
  expect([status, body]).toEqual([200, body])
  return body as unknown as {
    readonly deliveries: ShownDelivery[]
    readonly pagination: { has_next_page: boolean; cursor?: string }
  }
}

/** The newest delivery, as soon as it has this status. */
export const newestThat = (buyer: Buyer, id: string, is: (delivery: ShownDelivery) => boolean) =>
  eventually(async () => {
    const [newest] = (await deliveriesOf(buyer, id)).deliveries
    return newest && is(newest) ? newest : undefined
  })

/**
 * The content of a message, after the official Standard Webhooks library has verified it with the secret and it
 * matches its schema.
 */
export function verified({ body, headers }: Arrived, secret: string): Envelope {
  const envelope = new Webhook(secret).verify(body, headers as Record<string, string>) as Envelope
  const isAsPublished = schemaOf(envelope.type)
  expect([isAsPublished(envelope), isAsPublished.errors]).toEqual([true, null])
  return envelope
}

const ajv = new Ajv({ strict: false, validateFormats: false })
const schemas = new Map<string, ValidateFunction>()

/** The published schema of an event. */
function schemaOf(type: string): ValidateFunction {
  const file = join(__dirname, `../../docs/events/${type}.json`)
  const known = schemas.get(type) ?? ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object)
  schemas.set(type, known)
  return known
}

export const isVerifiedBy = (arrived: Arrived, secret: string): boolean => {
  try {
    verified(arrived, secret)
    return true
  } catch {
    return false
  }
}

/** The message with another body, signed with a random secret, as a forger sends it. */
export const forged = (body: string, arrived: Arrived): Arrived => ({
  ...arrived,
  body,
  headers: {
    ...arrived.headers,
    "webhook-signature": `v1,${createHmac("sha256", randomUUID()).update(body).digest("base64")}`,
  },
})

/** Makes all pending deliveries of a webhook due now, once the result of the last attempt is stored. */
export async function hasten(webhook_id: string): Promise<void> {
  await untilNoneUnderWay(webhook_id)
  await sql(
    "update gw_webhook_delivery set next_at = now() where subscription_id = $1 and state = 'pending' and leased_until is null",
    [webhook_id]
  )
}

/** Makes the store start every due delivery, and waits until none of this webhook is in progress. */
export async function deliverAllDue(webhook_id: string): Promise<void> {
  await runJob("deliver-webhooks")
  await untilNoneUnderWay(webhook_id)
}

async function untilNoneUnderWay(webhook_id: string): Promise<void> {
  const underWay = "select 1 from gw_webhook_delivery where subscription_id = $1 and leased_until > now()"
  await eventually(async () => ((await sql(underWay, [webhook_id])).length ? undefined : true))
}
