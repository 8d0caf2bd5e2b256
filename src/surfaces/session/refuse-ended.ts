import type { CheckoutStatus } from "../../domain/checkout"
import { problem } from "../../domain/errors"

/** Refuses what a checkout that has ended does not take any more. */
export function refuseEnded(id: string, status: CheckoutStatus): void {
  if (status === "completed" || status === "canceled")
    throw problem("invalid_state", { id, checkout_status: status }, `The checkout is ${status} already.`)
}
