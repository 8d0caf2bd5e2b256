import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { refundUnusable } from "./refund-unusable"

/**
 * Ends the payment of a canceled order: refunds what was captured, voids what is authorized or open. Medusa's own
 * workflow does not notify the provider of a pending session, and cancels the order even when the bank refuses a
 * refund.
 */
export async function endCanceledPayment(payment: Payment, container: MedusaContainer): Promise<void> {
  if (payment.captured_amount > 0)
    return void (await refundUnusable(payment, "the order was already canceled", container))
  const bank = container.resolve<BankService>(BANK_MODULE)
  await bank.operate({ payment_id: payment.id, kind: "void", amount: null, reason: "canceled_by_merchant" })
}
