import { approvedFirst, approvedOnce } from "./approvals"
import { calmSucceeds } from "./calm"
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
  webhooksReceived,
  webhooksOnce,
  webhooksSigned,
  calmSucceeds,
]
