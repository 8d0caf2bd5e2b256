import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CARD_TASK_STATE } from "../../domain/card"
import type { Decline } from "../../domain/settlement"
import type { TaskState } from "../../domain/task"
import type { TokenSnapshot } from "../../drivers/driver"
import { reached } from "../../lib/failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import type { TaskChange } from "../../modules/agent/tasks"
import { BANK_MODULE } from "../../modules/bank"
import { applyToken } from "../../modules/bank/card-reducer"
import { type CardToken, cardRecordOf } from "../../modules/bank/models/card"
import type { Verdict } from "../../modules/bank/reducer"
import type BankService from "../../modules/bank/service"

/**
 * Applies a snapshot of a saved card that the bank of an account has reported, in a notification or a response. The
 * card's row and the waiting task change in one transaction. All snapshots of cards go through here.
 */
export async function applyCardSnapshot(
  container: MedusaContainer,
  snapshot: TokenSnapshot,
  bank_account: string
): Promise<Verdict> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const verdict = await knex.transaction(async (trx) => {
    const { verdict, card } = await applyToken(trx, snapshot, {
      bank_account,
      base_url: bank.options.base_url,
    })
    if (card) await reached("token_applied", snapshot.merchant_reference, card.id)
    if (card && !isRevocationPending(card))
      await agent.mirror(card.id, CARD_TASK_STATE[snapshot.status], changeOf(card), trx)
    return verdict
  })
  await reached("token_committed", snapshot.merchant_reference)
  return verdict
}

/**
 * Ends a card that the bank does not know and will not create, together with the waiting task. With `isQueried` false, only
 * one that the bank has certainly not begun to save. Returns whether it was ended.
 */
export async function failCard(
  container: MedusaContainer,
  id: string,
  error: Decline,
  { isQueried = true } = {}
): Promise<boolean> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  return knex.transaction(async (trx) => {
    const isEnded = await bank.cards.markFailed(id, error, trx, { isQueried })
    if (isEnded) await agent.mirror(id, "failed", { artifacts: { error } }, trx)
    return isEnded
  })
}

/**
 * Whether revocation was requested for an active card: it no longer completes its task, although the bank has yet to
 * end it.
 */
const isRevocationPending = ({ status, revoke_requested_at }: CardToken) =>
  status === "active" && revoke_requested_at

function changeOf(card: CardToken): TaskChange {
  const { redirect_url, status, decline_code: code, decline_message: message } = card
  const through: TaskState[] = redirect_url ? ["working", "input-required"] : ["working"]
  return {
    artifacts: {
      ...(redirect_url && { sca_redirect_url: redirect_url }),
      ...(status === "active" && { card: cardRecordOf(card) }),
      ...(code && { error: { code, message } }),
    },
    through,
  }
}
