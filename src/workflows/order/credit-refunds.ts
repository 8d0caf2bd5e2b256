import type { MedusaContainer } from "@medusajs/framework/types"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { problem } from "../../domain/errors"
import { logOf } from "../../lib/log"
import { isMedusaRefusal } from "../../lib/medusa-refusal"
import { BANK_MODULE } from "../../modules/bank"
import type { LockedCart } from "../../modules/bank/cart-locks"
import type { InterruptedBaseline } from "../../modules/bank/refund-baselines"
import type BankService from "../../modules/bank/service"
import { pendingDifference } from "../../queries/order/outstanding-amounts"
import { lockRefunds } from "./lease-payments"
import { withOrderLocks } from "./with-order-locks"

/**
 * Adds the credit line that refunds lack since a baseline was stored, because the store was killed or Medusa recorded
 * two refunds at once. Without it the refunded amount would count as outstanding. Medusa rejects a credit line that is
 * larger than the outstanding amount. Safe to repeat, on any number of instances.
 */
export async function creditRefunds(
  container: MedusaContainer,
  baseline: InterruptedBaseline
): Promise<void> {
  const { refundBaselines } = container.resolve<BankService>(BANK_MODULE)
  const { order_id, payment_id } = baseline
  const lock = await lockRefunds(order_id, container)
  try {
    const missing = await refundBaselines.missingCredit(
      baseline,
      await pendingDifference(container, order_id)
    )
    if (Number(missing)) {
      const line = { order_id, amount: missing, reference: "payment", reference_id: payment_id }
      await createOrderCreditLinesWorkflow(withOrderLocks(container)).run({
        input: { id: order_id, credit_lines: [line] },
      })
      logOf(container).warn(`order ${order_id}: added the credit line of ${missing} that a refund lacked`)
    }
    await refundBaselines.delete(baseline)
  } finally {
    await lock.release()
  }
}

/** The credit lines of one order that interrupted refunds can lack; each is added by one baseline. */
const AT_ONCE = 100

/**
 * Locks the refunds of an order for a credit line of the merchant, once no refund of it lacks its own: the merchant's would
 * count as the missing one. Adds what refunds lack that were interrupted more than two minutes ago, unless the order is being
 * edited. Throws `request_in_progress` while a credit line is or may be missing, also if Medusa rejects it.
 */
export async function lockCreditLines(order_id: string, container: MedusaContainer): Promise<LockedCart> {
  const { refundBaselines } = container.resolve<BankService>(BANK_MODULE)
  for (const baseline of await refundBaselines.interrupted(AT_ONCE, order_id))
    await creditBefore(container, baseline)
  const lock = await lockRefunds(order_id, container)
  try {
    if (await refundBaselines.has(order_id)) throw problem("request_in_progress", {}, UNFINISHED_REFUND)
    return lock
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Medusa's error is not about the merchant's credit line, so it is logged and not returned to them. */
async function creditBefore(container: MedusaContainer, baseline: InterruptedBaseline): Promise<void> {
  try {
    await creditRefunds(container, baseline)
  } catch (error) {
    if (!isMedusaRefusal(error)) throw error
    logOf(container).warn(`order ${baseline.order_id}: a refund's credit line is rejected: ${error.message}`)
    throw problem("request_in_progress", {}, REJECTED_CREDIT)
  }
}

const UNFINISHED_REFUND =
  "A refund of the order was interrupted. Retry in two minutes, when it is completed, or when the open edit of the order has ended."

const REJECTED_CREDIT =
  "A refund of the order lacks its credit line, which must be added first, and Medusa rejects it. Look up the reason in the store's log."
