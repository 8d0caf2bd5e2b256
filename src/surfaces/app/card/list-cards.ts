import { BANK_MODULE } from "../../../modules/bank"
import type { CardToken } from "../../../modules/bank/models/card"
import type BankService from "../../../modules/bank/service"
import { clientNames } from "../../../queries/client/client-names"
import { operation } from "../../../gateway/operation"
import { customerOf } from "../customer"
import { PageParameters, pageFound } from "../list-page"
import { agentView } from "../payment/payment-view"

/** `GET /cards`: the customer's saved cards that can be charged, newest first. */
export const listOwnCards = operation({
  access: "app:cards:manage",
  input: PageParameters,
  async run({ limit, cursor }: PageParameters, call) {
    const { cards } = call.container.resolve<BankService>(BANK_MODULE)
    const { rows, next_cursor } = pageFound(await cards.listOf(customerOf(call), limit, cursor))
    const nameOf = await clientNames(
      call.container,
      rows.map(({ client_id }) => client_id)
    )
    return { cards: rows.map((card) => cardView(card, nameOf(card.client_id))), next_cursor }
  },
})

/**
 * The public view of a card, without anything that would allow to charge it. `agent` is the client that may charge it.
 */
export function cardView(card: CardToken, client_name: string | null) {
  const { id, client_id, brand, last4, exp_month, exp_year, usage, currency, terms, created_at } = card
  return {
    id,
    brand,
    last4,
    exp_month,
    exp_year,
    usage,
    currency,
    terms,
    agent: agentView(client_id, client_name),
    kept_at: created_at,
  }
}
