import type { PostalAddress } from "../../../domain/postal-address"

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
  /** What a session buys, as a hash; null for a task. */
  readonly bought: string | null
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

/**
 * What a checkout buys that has to be approved, in minor units of the approval's currency: its lines, delivery and tax,
 * without the discount, are the approval's amount.
 */
export interface AskedBasket {
  /** What is taken off a line is not in its total. */
  readonly lines: readonly { readonly title: string; readonly quantity: number; readonly total: number }[]
  /** Taken off the order as a whole. */
  readonly discount: number
  /** How it is delivered, and for how much; null when nothing is. */
  readonly delivery: { readonly title: string; readonly amount: number } | null
  /** What comes on top of the prices. */
  readonly tax: number
  /** Where it goes, as far as the agent has said; null when nothing is delivered. */
  readonly address: (PostalAddress & { readonly company?: string | undefined }) | null
  /** The shopper's, as the agent has given it by now; null when it has given none. It is not what is approved. */
  readonly email: string | null
}

/** An approval as the merchant's staff look at it; what was `asked` is for whoever makes the payment. */
export interface ListedApproval extends Omit<Approval, "asked" | "bought"> {
  readonly client_name: string | null
  /** What the checkout buys; null for a task, and when the checkout buys something else by now, or is forgotten. */
  readonly basket: AskedBasket | null
  /** The shopper's e-mail address, as the agent's task has given it; null when it gave none, and once the payment is begun. */
  readonly customer_email: string | null
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
