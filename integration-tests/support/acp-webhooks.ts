import { createHmac, randomUUID } from "node:crypto"
import { expect } from "vitest"
import type { AcpAgent, AcpOrder } from "./acp"
import { expectIs } from "./acp-schemas"
import type { Arrived } from "./receiver"
import { world } from "./world"

/** A webhook as ACP's clients see it. */
export interface AcpWebhook {
  readonly id: string
  readonly url: string
  readonly status: string
  readonly secret: string
}

interface Sent {
  readonly method?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request about webhooks. */
export async function askWebhooks(
  { token, version }: AcpAgent,
  path = "",
  { method = "POST", body, headers = {} }: Sent = {}
) {
  const response = await fetch(`${world().base_url}/gw-acp/v1/webhooks${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "api-version": version,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = (text ? JSON.parse(text) : {}) as AcpWebhook & { code?: string; webhooks?: AcpWebhook[] }
  if (response.status >= 400) expectIs("Error", answer)
  return { status: response.status, headers: response.headers, body: answer }
}

/** Registers an address; returns the webhook with its secret. */
export async function registerAddress(agent: AcpAgent, url: string): Promise<AcpWebhook> {
  const { status, body } = await askWebhooks(agent, "", { body: { url } })
  expect([status, body]).toEqual([201, body])
  return body
}

/** An event of ACP. */
export interface AcpEvent {
  readonly type: "order_create" | "order_update"
  readonly data: AcpOrder
}

/** Whether a receiver accepts the message: its signature is that of the secret, and not older than five minutes. */
export function isSignedBy({ headers, body }: Arrived, secret: string): boolean {
  const found = /^t=(\d+),v1=([a-f0-9]{64})$/.exec(String(headers["merchant-signature"]))
  const [, time = "", signature] = found ?? []
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < 300
  return isRecent && createHmac("sha256", secret).update(`${time}.${body}`).digest("hex") === signature
}

/** The event in a message that is signed with the secret and matches the protocol's schemas. */
export function acpEventIn(arrived: Arrived, secret: string): AcpEvent {
  expect(isSignedBy(arrived, secret)).toBe(true)
  const { type, data, ...more } = JSON.parse(arrived.body) as AcpEvent
  expect([["order_create", "order_update"].includes(type), more]).toEqual([true, {}])
  expectIs("Order", data)
  for (const name of ["type", "checkout_session_id", "permalink_url", "status"])
    expect(data).toHaveProperty(name)
  return { type, data }
}
