import type { ListedApproval } from "../../../../modules/policy/models/approval"

const MEMBERS = [
  "id",
  "kind",
  "client_id",
  "client_name",
  "task_id",
  "session_id",
  "payment_id",
  "refund_of",
  "order_number",
  "order_id",
  "reason_code",
  "failure_code",
  "amount",
  "currency",
  "description",
  "order_reference",
  "customer_email",
  "basket",
  "status",
  "decided_by",
  "decided_by_email",
  "decided_at",
  "note",
  "expires_at",
  "created_at",
] as const satisfies (keyof ListedApproval)[]

/** The view of a row, without the stored request. Amounts in minor units. */
export function viewOf(approval: ListedApproval): ListedApproval {
  return Object.fromEntries(MEMBERS.map((member) => [member, approval[member]])) as unknown as ListedApproval
}
