import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { DueEffect } from "../../modules/bank/models/effect"
import type BankService from "../../modules/bank/service"
import { noteOnOrder } from "./note-on-order"

/** Eight attempts take some minutes: what passes by itself has passed by then. */
const ATTEMPTS = 8

/**
 * Tells the merchant, once, what the store fails to record again and again. It is tried all the same. Why it fails stands
 * with the effect in the admin API and in the log: an order's metadata is shown to shoppers, too.
 */
export async function tellOfTrouble(
  { payment_id, key, attempts }: DueEffect,
  container: MedusaContainer
): Promise<void> {
  if (attempts < ATTEMPTS) return
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const payment = await payments.retrieve(payment_id)
  const reason = `the store cannot record ${key}`
  if (await payments.noteForReview(payment_id, { reason, source: key })) await noteOnOrder(payment, container)
}
