import type { MedusaContainer } from "@medusajs/framework/types"
import { reached } from "../../lib/failpoints"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { type CreatePaymentInput, createPaymentWorkflow } from "../payment/create-payment"
import { attemptFor } from "../settlement/settle-payment"

/**
 * Charges a saved card without the customer (MIT). Places the order first, and calls the bank only when the order and
 * payment are stored, so that reconciliation can repeat the call after a crash. A refusal or decline cancels the order.
 * Throws when the order cannot be placed; then no money has moved.
 */
export async function chargeCard(
  container: MedusaContainer,
  input: CreatePaymentInput & { card_token_id: string }
): Promise<void> {
  await createPaymentWorkflow(container).run({ input })
  // From here on the money may have moved: after an error the order stays, and reconciliation queries the bank.
  const { payment_id } = input
  await reached("charge_placed", payment_id)
  await attemptFor(container, payment_id, () => container.resolve<BankService>(BANK_MODULE).open(payment_id))
}
