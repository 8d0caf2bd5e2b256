import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type { Resolution } from "../../modules/bank/review"
import type BankService from "../../modules/bank/service"
import { noteOnOrder } from "../settlement/note-on-order"
import { reconcilePayment } from "./reconcile-payment"
import { attemptFor } from "../settlement/settle-payment"

/** How long a request that closes a review waits for the bank's answer. Reconciliation queries the bank in any case. */
const WAIT_TIMEOUT_MS = 5000

/**
 * Closes the review of a payment, on its order too, and stores who closed it, when and why. For a payment in
 * `manual_review` the bank is queried at once and its answer settled. Throws `payment_not_found`, and `invalid_state`
 * when no review is open, or when a reason was added that the staff member has not read.
 */
export async function resolveReview(
  container: MedusaContainer,
  payment_id: string,
  resolution: Resolution
): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  if (!(await payments.find({ id: payment_id }))) throw problem("payment_not_found", { payment_id })
  const outcome = await payments.resolveReview(payment_id, resolution)
  if (outcome !== "resolved") throw problem("invalid_state", { payment_id }, NOT_RESOLVED[outcome])
  const payment = await payments.retrieve(payment_id)
  await noteOnOrder(payment, container)
  if (payment.status !== "manual_review") return
  const query = attemptFor(container, payment_id, () => reconcilePayment(container, payment))
  await Promise.race([query, sleep(WAIT_TIMEOUT_MS, undefined, { ref: false })])
}

const NOT_RESOLVED = {
  closed: "This payment has no open review. It may have been closed already.",
  unread: "A reason was added meanwhile. Read the payment again before you close its review.",
}
