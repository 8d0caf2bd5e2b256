import type { MedusaContainer } from "@medusajs/framework/types"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type { LeftBaseline } from "../../modules/bank/refund-baselines"
import type BankService from "../../modules/bank/service"
import { pendingDifference } from "../../queries/order/outstanding-amounts"
import { lockRefunds } from "./lease-payments"
import { withOrderLocks } from "./with-order-locks"

/**
 * Adds the credit line that refunds lack since a baseline was stored, because the store was killed or Medusa recorded
 * two refunds at once. Without it the refunded amount would count as outstanding. Medusa rejects a credit line that is
 * larger than the outstanding amount. Safe to repeat, on any number of instances.
 */
export async function creditRefunds(container: MedusaContainer, baseline: LeftBaseline): Promise<void> {
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
