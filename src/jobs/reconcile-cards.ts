import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "../log"
import { BANK_MODULE } from "../modules/bank"
import type { CardToken } from "../modules/bank/models/card"
import type BankService from "../modules/bank/service"
import { refreshCard } from "../workflows/card/refresh-card"

/** Asks the bank for every card whose turn it is, so that a lost notification heals. Safe on any number of instances. */
export default async function reconcileCards(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  for (const card of await bank.cards.takeDue(100)) await attempt(container, card)
}

/** One card's trouble is its own. */
async function attempt(container: MedusaContainer, card: CardToken): Promise<void> {
  try {
    await refreshCard(container, card)
  } catch (error) {
    logOf(container).warn(`card ${card.id} is not reconciled: ${(error as Error).message}`)
  }
}

export const config = { name: "gw-reconcile-cards", schedule: "*/10 * * * * *" }
