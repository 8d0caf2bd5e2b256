import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { toDecimal } from "../../domain/money"
import { isOpen } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import { type Payment, remainderOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import type { Fact } from "./effects"
import { medusaPaymentOf } from "./mirror"
import { noteOnOrder } from "./note-on-order"

/**
 * Gives a shopper's money back when it can pay for nothing: an authorisation is released, what was captured is
 * refunded, in Medusa's records too where it has any. The merchant sees why. Safe to repeat: what is left decides.
 */
export async function giveBack(payment: Payment, reason: string, container: MedusaContainer): Promise<Fact> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { id: payment_id, status } = payment
  await bank.payments.noteForReview(payment_id, `Given back: ${reason}`)
  const { to_refund: amount } = remainderOf(payment)
  await noteOnOrder(payment, container)
  if (amount > 0) await refund(payment, amount, reason, container)
  else if (status === "authorized" || isOpen(status))
    await bank.operate({ payment_id, kind: "void", amount: null })
  return { given_back: { code: "given_back", message: `The money was given back: ${reason}.` } }
}

async function refund(
  payment: Payment,
  amount: number,
  reason: string,
  container: MedusaContainer
): Promise<void> {
  const record = await medusaPaymentOf(payment, container)
  if (!record) {
    const bank = container.resolve<BankService>(BANK_MODULE)
    return bank.operate({ payment_id: payment.id, kind: "refund", amount, reason })
  }
  // Not Medusa's workflow, which does nothing for a canceled order; the refund is booked when the bank tells of it.
  await container.resolve(Modules.PAYMENT).refundPayment({
    payment_id: record.id,
    amount: Number(toDecimal(amount, payment.currency)),
    note: reason,
  })
}
