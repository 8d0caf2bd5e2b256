import type { MedusaContainer } from "@medusajs/framework/types"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { logOf } from "../../log"
import { BANK_MODULE } from "../../modules/bank"
import type { UncreditedOrder } from "../../modules/bank/refund-baselines"
import type BankService from "../../modules/bank/service"
import { lockRefunds } from "./hold-payments"

/**
 * Adds the credit line that a killed store did not write for a refund. Without it the refunded amount would count as
 * outstanding. Medusa rejects a credit line that is larger than the outstanding amount. Safe to repeat, on any number
 * of instances.
 */
export async function creditRefunds(
  container: MedusaContainer,
  { order_id, payment_id }: UncreditedOrder
): Promise<void> {
  const { refundBaselines } = container.resolve<BankService>(BANK_MODULE)
  const held = await lockRefunds(order_id, container)
  try {
    const missing = await refundBaselines.missingCredit(order_id)
    if (Number(missing)) {
      const line = { order_id, amount: missing, reference: "payment", reference_id: payment_id }
      await createOrderCreditLinesWorkflow(container).run({ input: { id: order_id, credit_lines: [line] } })
      logOf(container).warn(`order ${order_id}: added the credit line of ${missing} that a refund lacked`)
    }
    await refundBaselines.delete(order_id)
  } finally {
    await held.release()
  }
}
