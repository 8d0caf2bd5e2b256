import type { MedusaContainer } from "@medusajs/framework/types"
import type { Credential } from "../../domain/payment-pages/credential"
import { BANK_MODULE } from "../../modules/bank"
import { shownStatusOf } from "../../modules/bank/models/card"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"

/** A saved card as it is charged at its provider. */
interface ChargedCard {
  /** Medusa's id of the customer, for whom the provider has the card. */
  readonly customer_id: string
  readonly credential: Credential
}

/**
 * The saved card with which a payment on the store's page is to be charged. Undefined if the customer pays on the page, also
 * because the card was ended since.
 */
export async function savedCardOf(
  container: MedusaContainer,
  { card_token_id }: Pick<Payment, "card_token_id">
): Promise<ChargedCard | undefined> {
  if (!card_token_id) return undefined
  const card = await container.resolve<BankService>(BANK_MODULE).cards.retrieve(card_token_id)
  const { customer_reference: customer_id, provider_method_id: token } = card
  if (!token || shownStatusOf(card) !== "active") return undefined
  return { customer_id, credential: { kind: "saved_card", token } }
}
