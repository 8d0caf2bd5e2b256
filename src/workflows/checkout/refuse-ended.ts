import type { CheckoutStatus } from "../../domain/checkout"
import { problem } from "../../domain/errors"

/** Throws `invalid_state` for a checkout that has ended. */
export function refuseEnded(id: string, status: CheckoutStatus): void {
  if (status === "completed" || status === "canceled")
    throw problem("invalid_state", { id, checkout_status: status }, `The checkout is already ${status}.`)
}
