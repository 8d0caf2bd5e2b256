import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { Resolution } from "../../modules/bank/review"
import type BankService from "../../modules/bank/service"
import { noteOnOrder } from "./note-on-order"

/**
 * Closes the review of a payment, on its order too: a person has looked. Who, when and why is kept. Throws
 * `payment_not_found`, and `invalid_state` when nothing is open, or more than that person has read.
 */
export async function resolveReview(
  container: MedusaContainer,
  payment_id: string,
  resolution: Resolution
): Promise<Payment> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  if (!(await payments.find({ id: payment_id }))) throw problem("payment_not_found", { payment_id })
  const outcome = await payments.resolveReview(payment_id, resolution)
  if (outcome !== "resolved") throw problem("invalid_state", { payment_id }, WHY_NOT[outcome])
  const payment = await payments.retrieve(payment_id)
  await noteOnOrder(payment, container)
  return payment
}

const WHY_NOT = {
  closed: "Nothing of this payment waits for a person. Somebody may have closed it already.",
  unread: "A reason was added meanwhile. Read the payment again before you close its review.",
}
