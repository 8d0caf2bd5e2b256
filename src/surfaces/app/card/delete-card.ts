import { problem } from "../../../domain/errors"
import { endOwnCard } from "../../../workflows/card/end-own-card"
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
    if (!(await endOwnCard(call.container, id, customerOf(call)))) throw problem("card_not_found")
    return done()
  },
})
