import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { CardToken } from "../../modules/bank/models/card"
import type BankService from "../../modules/bank/service"
import { failCard, applyCardSnapshot } from "./apply-token"
import { openCard } from "./tokenize-card"

/** An opening call that the bank does not know after this time was not executed, and will not be. */
const GIVEN_UP_AFTER_SECONDS = 120

/** How long the opening call is repeated: as long as the bank's page lives. */
const REOPENED_FOR_SECONDS = 900

/** From this age on, a card that the bank does not know is not opened any more, and no attempt to open it is running. */
export const CARD_NOT_OPENED_AFTER_SECONDS = REOPENED_FOR_SECONDS + GIVEN_UP_AFTER_SECONDS

/**
 * Ends, without a call, a card that the bank has certainly not begun to save, together with the waiting task; no later attempt
 * saves it. False for any other card, about which the bank must be queried.
 */
export function endCardNotOpened(container: MedusaContainer, card: CardToken): Promise<boolean> {
  return failCard(container, card.id, reasonOf(card), { isQueried: false })
}

/**
 * Queries the bank for a card, applies its signed answer, and completes a pending revocation. When the bank does not
 * know the card, repeats the opening call with the same key. Throws BankError when the bank does not answer or refuses.
 */
export async function refreshCard(container: MedusaContainer, card: CardToken): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const token = await bank.findToken(card)
  if (token) {
    await applyCardSnapshot(container, token, card.bank_account)
    await bank.cards.stopPolling(card.id)
    const open = token.status === "active" || token.status === "requires_action"
    if (card.revoke_requested_at && open)
      await applyCardSnapshot(container, await bank.revokeToken(card, token), card.bank_account)
  } else if (!card.version && !card.payment_id) await resume(container, card)
}

async function resume(container: MedusaContainer, card: CardToken): Promise<void> {
  const age = (Date.now() - card.created_at.getTime()) / 1000
  const reopened_for = card.revoke_requested_at ? 0 : REOPENED_FOR_SECONDS
  if (age < reopened_for) return openCard(container, card.id)
  if (age > reopened_for + GIVEN_UP_AFTER_SECONDS) await failCard(container, card.id, reasonOf(card))
}

const reasonOf = ({ revoke_requested_at }: CardToken) => (revoke_requested_at ? CANCELED : NOT_OPENED)

const CANCELED = { code: "canceled", message: "The request to save the card was canceled." }
const NOT_OPENED = { code: "card_not_saved", message: "The bank did not open its page for the card." }
