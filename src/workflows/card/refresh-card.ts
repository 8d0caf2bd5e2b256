import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { CardToken } from "../../modules/bank/models/card"
import type BankService from "../../modules/bank/service"
import { failCard, takeToken } from "./apply-token"
import { openCard } from "./tokenize-card"

/** An opening call that the bank does not know after this time was not executed, and will not be. */
const GIVEN_UP_AFTER_SECONDS = 120

/** How long the opening call is repeated: as long as the bank's page lives. */
const OPENED_FOR_SECONDS = 900

/**
 * Queries the bank for a card, applies its signed answer, and completes a pending revocation. When the bank does not
 * know the card, repeats the opening call with the same key. Throws BankError when the bank does not answer or refuses.
 */
export async function refreshCard(container: MedusaContainer, card: CardToken): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const token = await bank.findToken(card)
  if (token) {
    await takeToken(container, token)
    await bank.cards.endTurns(card.id)
    const open = token.status === "active" || token.status === "requires_action"
    if (card.revoke_requested_at && open) await takeToken(container, await bank.revokeToken(token.id))
  } else if (!card.version && !card.payment_id) await resume(container, card)
}

async function resume(container: MedusaContainer, card: CardToken): Promise<void> {
  const age = (Date.now() - card.created_at.getTime()) / 1000
  const opened_for = card.revoke_requested_at ? 0 : OPENED_FOR_SECONDS
  if (age < opened_for) return openCard(container, card.id)
  if (age > opened_for + GIVEN_UP_AFTER_SECONDS)
    await failCard(container, card.id, card.revoke_requested_at ? NOT_BEGUN : NOT_OPENED)
}

const NOT_BEGUN = { code: "canceled", message: "The card was not asked for any more." }
const NOT_OPENED = { code: "card_not_saved", message: "The bank did not open its page for the card." }
