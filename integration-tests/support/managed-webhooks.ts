import { expect } from "vitest"
import { adminGet, adminPost } from "./merchant"

/** The admin API path of webhooks. */
export const PATH = "/admin/agentic-commerce/webhooks"

/** A webhook in the admin API. */
export interface Managed {
  readonly id: string
  readonly client_id: string
  readonly client_name: string
  readonly url: string
  readonly status: string
  readonly disabled_reason: string | null
  readonly failures: number
  readonly waiting: number
  readonly deliveries: { pending: number; delivered: number; dead: number }
}

interface Attempt {
  readonly attempt: number
  readonly status: number | null
  readonly duration_ms: number
  readonly response: string | null
  readonly error: string | null
}

/** A delivery in the admin API, with its request, its last answer and all attempts. */
export interface Traced {
  readonly id: string
  readonly state: string
  readonly attempt_count: number
  readonly request: {
    method: string
    url: string
    headers: Record<string, string> | null
    body: string
  } | null
  readonly response: Attempt | null
  readonly attempts: Attempt[]
}

interface Listed {
  readonly deliveries: {
    readonly id: string
    readonly event_id: string
    readonly state: string
    readonly type: string
  }[]
  readonly next_cursor: string | null
}

export const read = async (id: string) => (await adminGet<{ webhook: Managed }>(`${PATH}/${id}`)).webhook
export const deliveriesOf = (id: string, query = "") => adminGet<Listed>(`${PATH}/${id}/deliveries${query}`)
export const trace = async (id: string, delivery: string) =>
  (await adminGet<{ delivery: Traced }>(`${PATH}/${id}/deliveries/${delivery}`)).delivery

/** A staff action, whose answer must have this status. */
export async function staffAsk<Body>(path: string, status: number, body: object = {}): Promise<Body> {
  const answer = await adminPost(`${PATH}/${path}`, body)
  const content = (await answer.json()) as Body
  expect([answer.status, content]).toEqual([status, content])
  return content
}

/** The audit log entries of a type about a client, newest first. */
export async function audited(type: string, client_id: string) {
  const path = `/admin/agentic-commerce/audit?type=${type}&client_id=${client_id}`
  return (await adminGet<{ entries: { actor_id: string | null; detail: Record<string, unknown> }[] }>(path))
    .entries
}
