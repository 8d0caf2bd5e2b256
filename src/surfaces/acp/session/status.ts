import type { SessionNow } from "../../../queries/sessions"
import { checkoutStatus, gapsIn } from "../../../workflows/session/standing"
import { canComplete } from "../capabilities"

/** The statuses of a session that a store of ours tells (ACP: CheckoutSession, status). */
export type SessionStatus =
  | "incomplete"
  | "not_ready_for_payment"
  | "ready_for_payment"
  | "requires_escalation"
  | "complete_in_progress"
  | "completed"
  | "canceled"
  | "expired"

/** How a session stands at this moment. */
export function statusOf(session: SessionNow): SessionStatus {
  const status = checkoutStatus(session)
  switch (status) {
    case "canceled":
      return session.canceled_at ? "canceled" : "expired"
    case "incomplete":
      return isBare(session) ? "incomplete" : "not_ready_for_payment"
    case "ready_for_complete":
      return canComplete(session) && !isHeld(session) ? "ready_for_payment" : "not_ready_for_payment"
    default:
      return status
  }
}

/** Whether it can still be changed. */
export const isOpen = (status: SessionStatus): boolean =>
  status === "incomplete" || status === "not_ready_for_payment" || status === "ready_for_payment"

/** Whether what or who it is about is not known yet. */
function isBare(session: SessionNow): boolean {
  return gapsIn(session).some(({ what }) => what === "line" || what === "email")
}

/** Whether it waits for the merchant, or was refused by him. */
const isHeld = ({ approval }: SessionNow): boolean => Boolean(approval && approval.status !== "approved")
