import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../modules/bank"
import type BankService from "../modules/bank/service"
import type { CardToken } from "../modules/bank/models/card"
import { CARD_NOT_OPENED_AFTER_SECONDS, endCardNotOpened, refreshCard } from "../workflows/card/refresh-card"
import { accountsOut, forEachDue } from "../workflows/payment/bank-outage"

const DESCRIBED = {
  nameOf: ({ id }: CardToken) => `card ${id}`,
  accountOf: ({ bank_account }: CardToken) => bank_account,
}

/**
 * Queries the bank about all cards whose check is due, which recovers lost notifications. Ends, without a query, cards that
 * the bank has certainly not begun to save in time. Safe on any number of instances.
 */
export default async function reconcileCards(container: MedusaContainer): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  // First and without a query: a bank that rejects every call of the store answers none either.
  const unopened = await bank.cards.notOpened(CARD_NOT_OPENED_AFTER_SECONDS, 100)
  await forEachDue(container, unopened, DESCRIBED, (card) => endCardNotOpened(container, card))
  const due = await bank.cards.takeDue(100, await accountsOut(container))
  await forEachDue(container, due, DESCRIBED, (card) => refreshCard(container, card))
}

export const config = { name: "gw-reconcile-cards", schedule: "*/10 * * * * *" }
