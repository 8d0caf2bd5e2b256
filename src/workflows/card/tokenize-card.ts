import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BankError, isForNow } from "../../drivers/driver"
import { reached } from "../../lib/failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import { CallEnded } from "../../modules/bank/calls"
import type { NewCard } from "../../modules/bank/cards"
import type BankService from "../../modules/bank/service"
import { failCard, applyCardSnapshot } from "./apply-token"

/**
 * Opens the bank's page for saving a card. The card and the link from its task are stored in one transaction, and the
 * task ends with the card. A call whose outcome is unknown is resolved later.
 */
export async function tokenizeCard(
  container: MedusaContainer,
  { task_id, ...card }: NewCard & { task_id: string }
): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const begun = await knex.transaction(async (trx) => {
    const { state } = await agent.advance(task_id, "working", { waits_for: card.id }, trx)
    if (state !== "working") return false // canceled before it began
    await bank.cards.prepare(card, trx)
    return true
  })
  await reached("card_prepared", card.id, task_id)
  if (begun) await openCard(container, card.id)
}

/**
 * Makes the call that opens the bank's page for a card, always with the same idempotency key. A call that the bank has
 * rejected only for now is repeated later. Does not call the bank for a card that has ended meanwhile.
 */
export async function openCard(container: MedusaContainer, id: string): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  try {
    const card = await bank.cards.retrieve(id)
    const token = await bank.openCard(card)
    await reached("card_opened", id, token.merchant_reference)
    await applyCardSnapshot(container, token, card.bank_account)
  } catch (error) {
    if (error instanceof CallEnded) return
    if (!(error instanceof BankError)) throw error
    if (error.outcome === "unknown" || isForNow(error)) return bank.cards.markUnknown(id)
    await failCard(container, id, NOT_SAVED)
  }
}

const NOT_SAVED = { code: "card_not_saved", message: "The bank refused to save the card." }
