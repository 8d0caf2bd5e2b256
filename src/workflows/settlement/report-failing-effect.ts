import type { MedusaContainer } from "@medusajs/framework/types"
import type { DueEffect } from "../../modules/bank/models/effect"
import { reviewOnOrder } from "./note-on-order"

/** Eight attempts take some minutes, in which a temporary failure has passed. */
const ATTEMPTS = 8

/**
 * Notifies the merchant, once, that the store repeatedly fails to record an effect; it keeps trying. The error itself
 * is only in the admin API and in the log, because customers can read an order's metadata.
 */
export async function reportFailingEffect(
  { payment_id, key, attempts }: DueEffect,
  container: MedusaContainer
): Promise<void> {
  if (attempts < ATTEMPTS) return
  const reason = `the store cannot record ${key}`
  await reviewOnOrder(payment_id, { reason, source: key }, container)
}
