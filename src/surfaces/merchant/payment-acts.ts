import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { Resolution } from "../../modules/bank/review"
import type BankService from "../../modules/bank/service"
import { type MovedPayment, type StaffMovement, moveByStaff } from "../../workflows/payment/move-by-staff"
import { reconcilePayment } from "../../workflows/payment/reconcile-payment"
import { resolveReview } from "../../workflows/payment/resolve-review"

/** Moves money because a member of the staff wants it. Throws as `moveByStaff` does. */
export function movePayment(container: MedusaContainer, movement: StaffMovement): Promise<MovedPayment> {
  return moveByStaff(container, movement)
}

/** Asks the bank for a payment now, and settles it. Throws `payment_not_found`, and `bank_unavailable` without an answer. */
export async function askBankNow(container: MedusaContainer, payment_id: string): Promise<Payment> {
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.find({ id: payment_id })
  if (!payment) throw problem("payment_not_found", { payment_id })
  try {
    return await reconcilePayment(container, payment)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    throw problem("bank_unavailable", { payment_id }, error.outcome === "unknown" ? NO_ANSWER : error.message)
  }
}

const NO_ANSWER = "The bank did not answer. Nothing was changed; the store goes on asking by itself."

/** Closes a payment's review. Throws as the workflow does. */
export function closeReview(
  container: MedusaContainer,
  payment_id: string,
  resolution: Resolution
): Promise<Payment> {
  return resolveReview(container, payment_id, resolution)
}
