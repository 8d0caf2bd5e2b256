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
import { refreshCard } from "./refresh-card"

/**
 * Ends the agreement about a card. Nothing is charged from here on, and the bank is asked until it has ended it, too.
 * Throws BankError while it has not.
 */
export async function revokeCard(container: MedusaContainer, id: string): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  await bank.cards.requestRevocation(id)
  await refreshCard(container, await bank.cards.retrieve(id))
}

/**
 * Cancels a task that waits for a card: the bank's page is closed first, and only the bank's word that no card is kept
 * ends the task. Throws `task_not_cancelable` when the shopper was faster, and `bank_unavailable` while the bank's
 * answer is not known; the card is ended later then, and the task with it.
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

/** The card's end and the task's are asked for together: a card that is kept already has completed its task. */
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
