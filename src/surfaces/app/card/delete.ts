import { problem } from "../../../domain/errors"
import { BankError } from "../../../drivers/driver"
import { BANK_MODULE } from "../../../modules/bank"
import { type CardToken, toldStatusOf } from "../../../modules/bank/models/card"
import type BankService from "../../../modules/bank/service"
import { revokeCard } from "../../../workflows/card/revoke-card"
import type { Call } from "../../call"
import { operation } from "../../operation"
import { done } from "../../reply"
import { customerOf } from "../customer"
import { Named } from "../page"

/**
 * `DELETE /cards/{id}`: nothing is charged to it any more. Once or many times is the same. Throws `card_not_found` also for
 * one of somebody else's.
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

const hasEnded = (card: CardToken) => ["revoked", "expired", "failed"].includes(toldStatusOf(card))

/** What is written down ends it; a bank that does not answer now is asked again until it has ended it, too. */
async function end({ id }: CardToken, { container }: Call): Promise<void> {
  await revokeCard(container, id).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error
  })
}
