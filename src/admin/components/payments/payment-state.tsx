import type { DisplayStatus } from "../../../domain/display-status"
import type { Payment } from "../../api/payments"
import { useText } from "../../i18n/use-text"
import { Badge, type Color } from "../common/badge"

/** Only a payment that is paid and not refunded is green. */
const COLORS: Readonly<Record<DisplayStatus, Color>> = {
  paid: "green",
  authorized: "blue",
  partially_captured: "blue",
  partially_refunded: "blue",
  refunded: "grey",
  disputed: "red",
  refund_failed: "red",
  needs_review: "orange",
  declined: "red",
  expired: "grey",
  voided: "grey",
  canceled: "grey",
  requires_action: "orange",
  processing: "blue",
  created: "blue",
  unknown: "orange",
  manual_review: "orange",
  nothing_due: "grey",
}

/** The status of a payment, the same on every page. */
export function PaymentState({ of: { display_status } }: { readonly of: Payment }) {
  const t = useText()
  return <Badge color={COLORS[display_status]}>{t(`payment_states.${display_status}`)}</Badge>
}
