import { eventually } from "./agent"
import { adminGet, adminPost } from "./merchant"
import { setRules } from "./policy"

/** The items of a checkout that waits for approval, in minor units. */
export interface Basket {
  lines: { title: string; quantity: number; total: number }[]
  discount: number
  delivery: { title: string; amount: number } | null
  tax: number
  address: Record<string, string> | null
  email: string | null
}

/** An approval in the admin API. */
export interface Approval {
  id: string
  kind: "payment" | "refund"
  client_id: string
  client_name: string
  task_id: string | null
  session_id: string | null
  payment_id: string | null
  refund_of: string | null
  order_number: number | null
  reason_code: string | null
  failure_code: string | null
  description: string
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

/** A page of the list of approvals. */
export interface ApprovalList {
  approvals: Approval[]
  limit: number
  next_cursor: string | null
}

export const APPROVALS = "/admin/agentic-commerce/approvals"

/** Sets a client's spending rules for euros, plus further members. */
export const allow = (client_id: string, rule: object | null, more: object = {}) =>
  setRules(client_id, { spending: rule && { rules: [{ currency: "EUR", ...rule }], ...more } })

/** A client's approvals, newest first. */
export async function approvalsOf(client_id: string, query = ""): Promise<Approval[]> {
  return (await adminGet<ApprovalList>(`${APPROVALS}?client_id=${client_id}${query}`)).approvals
}

/** Waits for a client's approval that is not decided yet. */
export function waitingOf(client_id: string): Promise<Approval> {
  return eventually(async () => (await approvalsOf(client_id, "&status=waiting"))[0])
}

export const decide = (id: string, decision: "approve" | "refuse", body: object = {}, base_url?: string) =>
  adminPost(`${APPROVALS}/${id}/${decision}`, body, base_url)

/** Decides, and returns the updated approval; throws when the decision is rejected. */
export async function decided(id: string, decision: "approve" | "refuse", body = {}): Promise<Approval> {
  const response = await decide(id, decision, body)
  if (!response.ok) throw new Error(`${decision} answered ${response.status} ${await response.text()}`)
  return ((await response.json()) as { approval: Approval }).approval
}
