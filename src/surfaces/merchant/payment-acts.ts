import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import type { Resolution } from "../../modules/bank/review"
import { type AskedPayment, askByStaff } from "../../workflows/payment/ask-by-staff"
import { type MovedPayment, type StaffMovement, moveByStaff } from "../../workflows/payment/move-by-staff"
import { resolveReview } from "../../workflows/payment/resolve-review"
import { type TracedPayment, tracedPayment } from "./payment"

/** Moves money because a member of the staff wants it. Throws as `moveByStaff` does. */
export function movePayment(container: MedusaContainer, movement: StaffMovement): Promise<MovedPayment> {
  return moveByStaff(container, movement)
}

/** Asks the bank for a payment now, because a member of the staff wants it. Throws as the workflow does. */
export function askBankNow(
  container: MedusaContainer,
  payment_id: string,
  by: string
): Promise<AskedPayment> {
  return askByStaff(container, payment_id, by)
}

/** Closes a payment's review, and tells the payment as it is then. Throws as the workflow does. */
export async function closeReview(
  container: MedusaContainer,
  payment_id: string,
  resolution: Resolution
): Promise<TracedPayment> {
  await resolveReview(container, payment_id, resolution)
  const closed = await tracedPayment(container, payment_id)
  if (!closed) throw problem("payment_not_found", { payment_id })
  return closed
}
