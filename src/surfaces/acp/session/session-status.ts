import type { SessionNow } from "../../../queries/checkout/sessions"
import { checkoutStatus, missingRequirements } from "../../../workflows/checkout/checkout-status"
import { canComplete } from "../agent-capabilities"

/** The session statuses that this store uses (ACP: CheckoutSession, status). */
export type SessionStatus =
  | "incomplete"
  | "not_ready_for_payment"
  | "ready_for_payment"
  | "requires_escalation"
  | "complete_in_progress"
  | "completed"
  | "canceled"
  | "expired"

/** The current status of a session. */
export function statusOf(session: SessionNow): SessionStatus {
  const status = checkoutStatus(session)
  switch (status) {
    case "canceled":
      return session.canceled_at ? "canceled" : "expired"
    case "incomplete":
      return isBare(session) ? "incomplete" : "not_ready_for_payment"
    case "ready_for_complete":
      return canComplete(session) && !isUnapproved(session) ? "ready_for_payment" : "not_ready_for_payment"
    default:
      return status
  }
}

/** Whether a session with this status can still be changed. */
export const isOpen = (status: SessionStatus): boolean =>
  status === "incomplete" || status === "not_ready_for_payment" || status === "ready_for_payment"

/** Whether the session has no items or no e-mail address yet. */
function isBare(session: SessionNow): boolean {
  return missingRequirements(session).some(({ what }) => what === "line" || what === "email")
}

/** Whether it waits for the merchant's approval, or the merchant rejected it. */
const isUnapproved = ({ approval }: SessionNow): boolean =>
  Boolean(approval && approval.status !== "approved")
