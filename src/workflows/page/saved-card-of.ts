import type { MedusaContainer } from "@medusajs/framework/types"
import type { Credential } from "../../domain/payment-pages/credential"
import { BANK_MODULE } from "../../modules/bank"
import { shownStatusOf } from "../../modules/bank/models/card"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { isCovered } from "../checkout/saved-card-mandate"

/** A saved card as it is charged at its provider. */
interface ChargedCard {
  /** Medusa's id of the customer, for whom the provider has the card. */
  readonly customer_id: string
  readonly credential: Credential
}

/**
 * The saved card with which a payment on the store's page is to be charged. Undefined if the customer pays on the page, also
 * because the card was ended since, or because their mandate or consent no longer covers the charge.
 */
export async function savedCardOf(
  container: MedusaContainer,
  { id, card_token_id, amount, currency }: Pick<Payment, "id" | "card_token_id" | "amount" | "currency">
): Promise<ChargedCard | undefined> {
  if (!card_token_id) return undefined
  const card = await container.resolve<BankService>(BANK_MODULE).cards.retrieve(card_token_id)
  const { customer_reference: customer_id, provider_method_id: token } = card
  if (!token || shownStatusOf(card) !== "active") return undefined
  if (!(await isCovered({ id, card_token_id, amount, currency }, container))) return undefined
  return { customer_id, credential: { kind: "saved_card", token } }
}
