import type { MedusaContainer } from "@medusajs/framework/types"
import { reached } from "../../failpoints"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { type CreatePaymentInput, createPaymentWorkflow } from "../payment/create-payment"
import { attemptFor } from "../payment/settle-payment"

/**
 * Charges a kept card without the shopper: places the order, and asks the bank only when everything that waits for the
 * charge is in place. After a crash in between, reconciliation makes the same call. A refusal or a decline cancels the
 * order. Throws when there can be no order; no money has moved then.
 */
export async function chargeCard(
  container: MedusaContainer,
  input: CreatePaymentInput & { card_token_id: string }
): Promise<void> {
  await createPaymentWorkflow(container).run({ input })
  // Whatever goes wrong from here on, the money may have moved: the order stays, and the bank is asked.
  const { payment_id } = input
  await reached("charge_placed", payment_id)
  await attemptFor(container, payment_id, () => container.resolve<BankService>(BANK_MODULE).open(payment_id))
}
