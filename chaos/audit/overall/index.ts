import { approvedFirst, approvedOnce } from "./approvals"
import { calmSucceeds } from "./calm"
import { orderBooks } from "./order-books"
import type { OverallCheck } from "./overall"
import { clientVolume } from "./volume"
import { webhooksHeard, webhooksOnce, webhooksSigned } from "./webhooks"

/** Everything that must hold for the books as a whole, one line each. */
export const OVERALL: readonly OverallCheck[] = [
  orderBooks,
  clientVolume,
  approvedFirst,
  approvedOnce,
  webhooksHeard,
  webhooksOnce,
  webhooksSigned,
  calmSucceeds,
]
