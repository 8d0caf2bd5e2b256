import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Decline, Effect, Fact } from "../../domain/settlement"
import type { TaskState } from "../../domain/task"
import { reached } from "../../lib/failpoints"
import { AGENT_MODULE } from "../../modules/agent"
import type { Artifacts } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import type { TaskChange } from "../../modules/agent/tasks"
import { type CardToken, cardRecordOf } from "../../modules/bank/models/card"
import type { DueEffect } from "../../modules/bank/models/effect"
import { type Payment, recordOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type WebhookService from "../../modules/webhook/service"
import { refusalOf } from "../payment/bank-refusals"
import { recordSettlement } from "../webhook/record-settlement"

/**
 * The state in which each effect leaves the task that waits for the payment or movement (spec: States and transitions).
 */
const TASK_STATE: Partial<Record<Effect, TaskState>> = {
  action_required: "input-required",
  authorized: "completed",
  captured: "completed",
  capture: "completed",
  refund: "completed",
  refund_failed: "failed",
  // A task that an earlier authorization has completed stays completed.
  voided: "failed",
  failed: "failed",
}

/**
 * The settlement's second transaction; the first is the reducer's (`applySnapshot`). Marks the effect as done, advances
 * the waiting task and stores the clients' webhook events, all or nothing.
 */
export async function commitEffect(
  container: MedusaContainer,
  bank: BankService,
  due: DueEffect,
  payment: Payment,
  { error }: Fact
): Promise<void> {
  const reference = due.movement?.merchant_reference
  const operation = reference ? await bank.operations.find(reference) : undefined
  const card = payment.save_card ? await bank.cards.find({ payment_id: payment.id }) : undefined
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const hasWebhookEvents = await knex.transaction(async (trx) => {
    const agent = container.resolve<AgentService>(AGENT_MODULE)
    if (error?.code === "under_review" && due.effect !== "review")
      await bank.payments.assertInReview(payment.id, trx)
    await bank.effects.finish(trx, due)
    if (payment.captured_amount > 0 && payment.route !== "storefront") await bank.books.begin(trx, payment.id)
    const state = error ? "failed" : TASK_STATE[due.effect]
    const waits_for = due.movement ? operation?.id : payment.id
    if (state && waits_for) await agent.mirror(waits_for, state, changeOf(payment, due, card, error), trx)
    await reached("task_mirrored", due.payment_id)
    return recordSettlement(trx, { payment, due, error }, container)
  })
  if (hasWebhookEvents) container.resolve<WebhookService>(WEBHOOK_MODULE).wake()
}

function changeOf(
  payment: Payment,
  { effect, movement }: DueEffect,
  card?: CardToken,
  error?: Decline
): TaskChange {
  const artifacts = artifactsOf(payment)
  if (!movement) {
    const changes = { ...(card && { card: cardRecordOf(card) }), ...(error && { error }) }
    const again = effect === "action_required" // after the merchant's approval the task is in this state already
    return { artifacts: { ...artifacts, ...changes }, through: throughOf(payment), again }
  }
  // The customer's page belongs to the task that created the payment.
  const { sca_redirect_url: _, ...current } = artifacts
  const { amount } = movement
  const movementArtifact = {
    [effect === "capture" ? "capture" : "refund"]: { amount, currency: payment.currency },
  }
  const failed = effect === "refund_failed" && { error: refusalOf("refund_failed") }
  return { artifacts: { ...current, ...movementArtifact, ...failed } }
}

/**
 * A task whose customer was sent to the bank passes through `input-required`, even when the bank's result arrives
 * first.
 */
function throughOf({ redirect_url }: Payment): TaskState[] {
  return redirect_url ? ["working", "input-required"] : ["working"]
}

/** The task artifacts that describe a payment as it is now. */
export function artifactsOf(payment: Payment): Artifacts {
  const record = recordOf(payment)
  return {
    payment_id: payment.id,
    shop_order_id: payment.shop_order_id,
    ...(payment.redirect_url && { sca_redirect_url: payment.redirect_url }),
    payment: record,
    ...(record.decline && { error: record.decline }),
  }
}
