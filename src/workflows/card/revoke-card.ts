import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { problem } from "../../domain/errors"
import { isTerminal } from "../../domain/task"
import { BankError } from "../../drivers/driver"
import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { endCardNotOpened, refreshCard } from "./refresh-card"

/**
 * Revokes a saved card. From here on it is not charged, and reconciliation repeats the revocation until the bank has
 * confirmed it. A card that the bank has certainly not begun to save ends without a call. Throws BankError while the bank has
 * not confirmed it. No other payment provider is called: the card stays the customer's.
 */
export async function revokeCard(container: MedusaContainer, id: string): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  await bank.cards.requestRevocation(id)
  const card = await bank.cards.retrieve(id)
  if (card.provider_id || (await endCardNotOpened(container, card))) return
  await refreshCard(container, card)
}

/**
 * Cancels a task that waits for a card. The bank closes its page first, and the task ends only when the bank confirms
 * that no card is saved. Throws `task_not_cancelable` when the card was saved before, and `bank_unavailable` while the
 * bank's answer is not known; the card and the task are then ended later.
 */
export async function cancelCard(container: MedusaContainer, task: Task, card_id: string): Promise<Task> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const { id: task_id } = task
  await requestEnd(container, task, card_id)
  await revokeCard(container, card_id).catch(unlessBankError)
  const now = await agent.retrieve(task_id)
  if (now.state === "canceled") return now
  throw isTerminal(now.state) ? notCancelable(now) : problem("bank_unavailable", { task_id })
}

/** Stores both requests in one transaction: a card that is already saved has completed its task. */
async function requestEnd(container: MedusaContainer, task: Task, card_id: string): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await knex.transaction(async (trx) => {
    await bank.cards.requestRevocation(card_id, trx)
    if (!(await agent.requestCancel(task.id, trx))) throw notCancelable(task)
  })
}

function notCancelable({ id: task_id, state }: Task) {
  return problem("task_not_cancelable", { task_id, state })
}

function unlessBankError(error: unknown): void {
  if (!(error instanceof BankError)) throw error
}
