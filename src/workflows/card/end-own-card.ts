import type { MedusaContainer } from "@medusajs/framework/types"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import { shownStatusOf } from "../../modules/bank/models/card"
import type BankService from "../../modules/bank/service"
import { revokeCard } from "./revoke-card"

/**
 * Ends a customer's saved card: it is not charged again, also while the bank does not answer, when reconciliation repeats
 * the call. Safe to repeat. False if the customer has no such card.
 */
export async function endOwnCard(
  container: MedusaContainer,
  id: string,
  customer_id: string
): Promise<boolean> {
  const card = await container.resolve<BankService>(BANK_MODULE).cards.findOf(customer_id, id)
  if (!card) return false
  // Its provider can list a revoked card again.
  if (!card.provider_id && ENDED.includes(shownStatusOf(card))) return true
  await revokeCard(container, id).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error
  })
  return true
}

const ENDED: readonly string[] = ["revoked", "expired", "failed"]
