import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import { refreshCard } from "../workflows/card/refresh-card"
import { accountsOut, forEachDue } from "../workflows/payment/bank-outage"

/**
 * Queries the bank about all cards whose check is due, which recovers lost notifications. Safe on any number of
 * instances.
 */
export default async function reconcileCards(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  await forEachDue(
    container,
    await bank.cards.takeDue(100, await accountsOut(container)),
    { nameOf: ({ id }) => `card ${id}`, accountOf: ({ bank_account }) => bank_account },
    (card) => refreshCard(container, card)
  )
}

export const config = { name: "gw-reconcile-cards", schedule: "*/10 * * * * *" }
