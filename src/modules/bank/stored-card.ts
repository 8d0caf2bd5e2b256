import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CardFacts, StoredCard } from "../../drivers/driver"
import type { CardToken } from "./models/card"

/** What a driver gets with each query about a saved card: the card as passed, and how charges of it were declined. */
export async function storedCard(knex: Knex, card: CardToken): Promise<StoredCard> {
  const { merchant_reference, bank_token_id, customer_reference, version, status, currency, usage } = card
  const charges = knex("gw_payment").where({ card_token_id: card.id }).whereNotNull("decline_code")
  return {
    merchant_reference,
    bank_token_id,
    customer_reference,
    version,
    status,
    currency,
    usage,
    card: factsOf(card),
    network_transaction_id: card.network_transaction_id,
    declines: await charges.distinct().pluck<string[]>("decline_code"),
  }
}

function factsOf({ brand, last4, exp_month, exp_year }: CardToken): CardFacts | null {
  return brand && last4 ? { brand, last4, exp_month, exp_year } : null
}
