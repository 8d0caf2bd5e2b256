import { approvedFirst, approvedOnce } from "./approvals"
import { calmSucceeds } from "./calm"
import { refundsApproved } from "./refund-approvals"
import { boughtOnce, withinMandate } from "./repeated"
import { orderBooks } from "./order-books"
import type { OverallCheck } from "./overall"
import { disputesRecorded } from "./disputes-recorded"
import { clientVolume } from "./volume"
import { webhooksReceived, webhooksOnce, webhooksSigned } from "./webhooks"

/** The checks of all books together. */
export const OVERALL: readonly OverallCheck[] = [
  orderBooks,
  disputesRecorded,
  clientVolume,
  approvedFirst,
  approvedOnce,
  refundsApproved,
  boughtOnce,
  withinMandate,
  webhooksReceived,
  webhooksOnce,
  webhooksSigned,
  calmSucceeds,
]
