/** How a payment stands that has to be approved first. All but the first are for good. */
export const APPROVAL_STATUSES = ["waiting", "approved", "refused", "expired", "canceled"] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** `gw_approval`: a payment of an agent's that may begin when the merchant says so. It takes no budget while it waits. */
export interface Approval {
  readonly id: string
  readonly client_id: string
  /** What waits: a task, or a checkout session for whatever attempt is made to pay exactly this. One of the two is null. */
  readonly task_id: string | null
  readonly session_id: string | null
  /** The payment a task goes on with, chosen with the decision so that it is begun once; null for a session. */
  readonly payment_id: string | null
  /** Minor units of `currency`. */
  readonly amount: number
  readonly currency: string
  readonly description: string
  readonly order_reference: string | null
  /** The order a task asks for, as whoever makes the payment takes it; forgotten once it is begun, or never will be. */
  readonly asked: unknown
  readonly status: ApprovalStatus
  /** The member of the staff; null where nobody decided. */
  readonly decided_by: string | null
  readonly decided_at: Date | null
  /** For the merchant's own books: agents are not told. */
  readonly note: string | null
  readonly expires_at: Date
  readonly created_at: Date
}

/** An approval as the merchant's staff look at it; what was `asked` is for whoever makes the payment. */
export interface ListedApproval extends Omit<Approval, "asked"> {
  readonly client_name: string | null
  /** The e-mail address of the member of the staff who decided; null where nobody did. */
  readonly decided_by_email: string | null
}

/** An approval as agents are told of it. */
export function approvalRecordOf({ id, status, amount, currency, expires_at }: Approval): object {
  return { id, status, amount, currency, expires_at: expires_at.toISOString() }
}

/** A row as the driver delivers it: PostgreSQL's bigint arrives as text. */
export function toApproval(row: object): Approval {
  const approval = row as Approval
  return { ...approval, amount: Number(approval.amount) }
}
