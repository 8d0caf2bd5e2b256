import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import type { Resolution } from "../../modules/bank/review"
import { type AskedPayment, askByStaff } from "../../workflows/payment/ask-by-staff"
import { type MovedPayment, type StaffMovement, moveByStaff } from "../../workflows/payment/move-by-staff"
import { resolveReview } from "../../workflows/payment/resolve-review"
import { type TracedPayment, tracedPayment } from "./payment"

/** Captures, voids or refunds a payment for the staff. Throws as `moveByStaff` does. */
export function movePayment(container: MedusaContainer, movement: StaffMovement): Promise<MovedPayment> {
  return moveByStaff(container, movement)
}

/** Queries the bank for a payment now, for the staff. Throws as `askByStaff` does. */
export function askBankNow(
  container: MedusaContainer,
  payment_id: string,
  by: string
): Promise<AskedPayment> {
  return askByStaff(container, payment_id, by)
}

/** Closes a payment's review and returns the payment as it is afterwards. Throws as `resolveReview` does. */
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
