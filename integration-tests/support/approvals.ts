import { eventually } from "./agent"
import { adminGet, adminPost } from "./merchant"
import { setRules } from "./policy"

/** What a checkout buys that waits for the merchant, in minor units. */
export interface Basket {
  lines: { title: string; quantity: number; total: number }[]
  discount: number
  delivery: { title: string; amount: number } | null
  tax: number
  address: Record<string, string> | null
  email: string | null
}

/** A payment that waits for the merchant, as the admin API tells it. */
export interface Approval {
  id: string
  client_id: string
  client_name: string
  task_id: string | null
  session_id: string | null
  payment_id: string | null
  amount: number
  currency: string
  customer_email: string | null
  basket: Basket | null
  status: string
  decided_by: string | null
  decided_by_email: string | null
  decided_at: string | null
  note: string | null
  expires_at: string
}

export interface ApprovalList {
  approvals: Approval[]
  limit: number
  next_cursor: string | null
}

export const APPROVALS = "/admin/agentic-commerce/approvals"

/** What a client may spend in euros, or by other rules. */
export const allow = (client_id: string, rule: object | null, more: object = {}) =>
  setRules(client_id, { spending: rule && { rules: [{ currency: "EUR", ...rule }], ...more } })

/** A client's approvals, the newest first. */
export async function approvalsOf(client_id: string, query = ""): Promise<Approval[]> {
  return (await adminGet<ApprovalList>(`${APPROVALS}?client_id=${client_id}${query}`)).approvals
}

/** The one approval of a client that waits, once it does. */
export function waitingOf(client_id: string): Promise<Approval> {
  return eventually(async () => (await approvalsOf(client_id, "&status=waiting"))[0])
}

export const decide = (id: string, decision: "approve" | "refuse", body: object = {}, base_url?: string) =>
  adminPost(`${APPROVALS}/${id}/${decision}`, body, base_url)

/** Decides, and returns the approval as it is then; fails when that is refused. */
export async function decided(id: string, decision: "approve" | "refuse", body = {}): Promise<Approval> {
  const response = await decide(id, decision, body)
  if (!response.ok) throw new Error(`${decision} answered ${response.status} ${await response.text()}`)
  return ((await response.json()) as { approval: Approval }).approval
}
