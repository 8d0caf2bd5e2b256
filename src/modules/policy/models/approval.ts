import type { RefundReason } from "../../../domain/refund-rules"
import type { PostalAddress } from "../../../domain/postal-address"

/** The states of an approval. All but `waiting` are final. */
export const APPROVAL_STATUSES = ["waiting", "approved", "refused", "expired", "canceled"] as const
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/**
 * `gw_approval`: an agent's payment or refund that starts only after the merchant's approval. It uses no budget while
 * it waits.
 */
export interface Approval {
  readonly id: string
  readonly kind: "payment" | "refund"
  readonly client_id: string
  /**
   * The waiting task, or the checkout session, where the approval covers any attempt to pay exactly this
   * checkout. One is null. A refund has no session, and only on A2A a task.
   */
  readonly task_id: string | null
  readonly session_id: string | null
  /** The payment of a task, chosen with the decision so that it is started once; null for a session. */
  readonly payment_id: string | null
  /** Minor units of `currency`. */
  readonly amount: number
  readonly currency: string
  /** The payment to refund, and the id of the bank operation that refunds it; null for a payment. */
  readonly refund_of: string | null
  readonly operation_id: string | null
  /** The agent's reason for a refund; null without one, and for a payment. */
  readonly reason_code: RefundReason | null
  /** Why an approved refund could not be executed; null otherwise. */
  readonly failure_code: string | null
  /** A hash of what a session buys; null for a task. */
  readonly bought: string | null
  /** The agent's description of a payment, or its reason for a refund in its own words. */
  readonly description: string
  readonly order_reference: string | null
  /**
   * The order request of a task, in the format of the code that creates the payment; deleted when it is no
   * longer needed.
   */
  readonly requested: unknown
  readonly status: ApprovalStatus
  /** The staff member; null without a decision. */
  readonly decided_by: string | null
  readonly decided_at: Date | null
  /** The merchant's internal note; agents do not see it. */
  readonly note: string | null
  readonly expires_at: Date
  readonly created_at: Date
}

/**
 * The contents of a checkout that needs approval, in minor units of the approval's currency. The approval's
 * amount is the sum of lines, fulfillment and tax, minus the discount.
 */
export interface RequestedBasket {
  /** Discounts on a line are already deducted from its total. */
  readonly lines: readonly { readonly title: string; readonly quantity: number; readonly total: number }[]
  /** The discount on the order as a whole. */
  readonly discount: number
  /** The shipping option with its price; null without fulfillment. */
  readonly delivery: { readonly title: string; readonly amount: number } | null
  /** The tax that is not included in the prices. */
  readonly tax: number
  /** The destination, as far as the agent has sent it; null without fulfillment. */
  readonly address: (PostalAddress & { readonly company?: string | undefined }) | null
  /** The customer's e-mail address, if the agent has sent it. It is not part of the approved contents. */
  readonly email: string | null
}

/** An approval as the merchant's staff sees it, without the order request. */
export interface ListedApproval extends Omit<Approval, "requested" | "bought"> {
  readonly client_name: string | null
  /** The number and Medusa's id of the order to refund; null for a payment. */
  readonly order_number: number | null
  readonly order_id: string | null
  /** Why an approved refund could not be executed, also when the bank failed to after it had accepted it; null otherwise. */
  readonly failure_code: string | null
  /** The contents of the checkout; null for a task, and if the checkout has changed or was deleted. */
  readonly basket: RequestedBasket | null
  /** The customer's e-mail address; null without one, and once the payment or refund is started. */
  readonly customer_email: string | null
  /** The e-mail address of the staff member who decided; null without a decision. */
  readonly decided_by_email: string | null
}

/** An approval as agents see it. */
export function approvalRecordOf({ id, status, amount, currency, expires_at }: Approval): object {
  return { id, status, amount, currency, expires_at: expires_at.toISOString() }
}

/** Converts a database row: PostgreSQL returns a bigint as text. */
export function toApproval(row: object): Approval {
  const approval = row as Approval
  return { ...approval, amount: Number(approval.amount) }
}
