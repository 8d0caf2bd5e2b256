import { problem } from "../../../domain/errors"
import { BankError } from "../../../drivers/driver"
import { BANK_MODULE } from "../../../modules/bank"
import { type CardToken, shownStatusOf } from "../../../modules/bank/models/card"
import type BankService from "../../../modules/bank/service"
import { revokeCard } from "../../../workflows/card/revoke-card"
import type { Call } from "../../../gateway/call"
import { operation } from "../../../gateway/operation"
import { done } from "../../../gateway/reply"
import { customerOf } from "../customer"
import { Named } from "../list-page"

/**
 * `DELETE /cards/{id}`: the card is not charged again. Idempotent. Throws `card_not_found` also for a card of another
 * customer.
 */
export const deleteOwnCard = operation({
  access: "app:cards:manage",
  input: Named,
  async run({ id }: Named, call) {
    const card = await call.container.resolve<BankService>(BANK_MODULE).cards.findOf(customerOf(call), id)
    if (!card) throw problem("card_not_found")
    if (!hasEnded(card)) await end(card, call)
    return done()
  },
})

const hasEnded = (card: CardToken) => ["revoked", "expired", "failed"].includes(shownStatusOf(card))

/** The stored revocation ends the card at once. While the bank does not answer, reconciliation repeats the call. */
async function end({ id }: CardToken, { container }: Call): Promise<void> {
  await revokeCard(container, id).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error
  })
}
