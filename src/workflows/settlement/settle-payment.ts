import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Decline, Effect, Fact } from "../../domain/settlement"
import type { TaskState } from "../../domain/task"
import { reached } from "../../lib/failpoints"
import { logOf } from "../../lib/log"
import { AGENT_MODULE } from "../../modules/agent"
import type { Artifacts } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import type { TaskChange } from "../../modules/agent/tasks"
import { BANK_MODULE } from "../../modules/bank"
import { type CardToken, cardRecordOf } from "../../modules/bank/models/card"
import type { DueEffect } from "../../modules/bank/models/effect"
import type { StoredEvent } from "../../modules/bank/models/event"
import { type Payment, recordOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { WEBHOOK_MODULE } from "../../modules/webhook"
import type WebhookService from "../../modules/webhook/service"
import { applyCardSnapshot } from "../card/apply-token"
import { recordSettlement } from "../webhook/record-settlement"
import { forEachDue, belongsToOutage } from "../payment/bank-outage"
import { refusalOf } from "../payment/bank-refusals"
import { perform } from "./effects"
import { reportFailingEffect } from "./note-on-order"

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
 * Processes a stored notification completely: applies its snapshot, then performs the pending effects of the payment.
 */
export async function settleEvent(container: MedusaContainer, event: StoredEvent): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { snapshot, token, bank_account } = event
  if (token) return bank.inbox.finish(event, await applyCardSnapshot(container, token, bank_account))
  if (!snapshot) return bank.inbox.finish(event, "ignored")
  const verdict = await bank.paymentCalls.apply(snapshot, bank_account)
  const { merchant_reference } = snapshot
  const payment = await bank.payments.find({ merchant_reference, bank_account })
  if (payment) await settlePayment(container, payment.id)
  await bank.inbox.finish(event, verdict)
}

/**
 * Performs the pending effects of a payment, or with null of every payment. Each effect can safely be performed twice:
 * it checks whether its result exists before it creates it. An effect that fails is postponed and does not block other
 * payments.
 */
export async function settlePayment(container: MedusaContainer, payment_id: string | null): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  for (;;) {
    const due = await bank.effects.lease(payment_id)
    if (!due) return
    const release = bank.effects.renew(due)
    try {
      await performEffect(container, bank, due)
    } catch (error) {
      const { message } = error as Error
      if (!belongsToOutage(error, await bank.payments.accountOf(due.payment_id)))
        logOf(container).error(`${due.effect} of ${due.payment_id}: ${message}`)
      await bank.effects.postpone(due, message)
      await reportFailingEffect(due, container)
    } finally {
      release()
    }
  }
}

const POLL_MS = 50
const WAIT_TIMEOUT_MS = 10_000

/**
 * Settles a payment, or waits while another process settles it. Returns the payment when that is done, or after
 * `wait_timeout_ms`.
 */
export async function settleAndWait(
  container: MedusaContainer,
  payment_id: string,
  wait_timeout_ms = WAIT_TIMEOUT_MS
): Promise<Payment> {
  await awaitSettlement(container, payment_id, wait_timeout_ms)
  return container.resolve<BankService>(BANK_MODULE).payments.retrieve(payment_id)
}

/**
 * Like `settleAndWait`, without returning the payment: the payment of a free cart is deleted when its order cannot be
 * placed.
 */
export async function awaitSettlement(
  container: MedusaContainer,
  payment_id: string,
  wait_timeout_ms = WAIT_TIMEOUT_MS
): Promise<void> {
  const { effects } = container.resolve<BankService>(BANK_MODULE)
  for (const deadline = Date.now() + wait_timeout_ms; ; await sleep(POLL_MS)) {
    await settlePayment(container, payment_id)
    if (!(await effects.hasPending(payment_id)) || Date.now() > deadline) return
  }
}

/**
 * Runs `act` for one payment and settles the result. An error is only logged, so that other payments are not affected.
 */
export async function attemptFor(
  container: MedusaContainer,
  payment_id: string,
  act: () => Promise<unknown>
): Promise<void> {
  try {
    await act()
    await settlePayment(container, payment_id)
  } catch (error) {
    logOf(container).warn(`payment ${payment_id} is not reconciled: ${(error as Error).message}`)
  }
}

/**
 * Calls `act` for each item and settles its payment. Failures are logged. Skips the rest of an account whose bank is out
 * (`forEachDue`).
 */
export function attemptEach<Item>(
  container: MedusaContainer,
  items: readonly Item[],
  paymentIdOf: (item: Item) => string,
  act: (item: Item) => Promise<unknown>
): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  return forEachDue(
    container,
    items,
    {
      nameOf: (item) => `payment ${paymentIdOf(item)}`,
      accountOf: (item) => payments.accountOf(paymentIdOf(item)),
    },
    async (item) => {
      await act(item)
      await settlePayment(container, paymentIdOf(item))
    }
  )
}

async function performEffect(container: MedusaContainer, bank: BankService, due: DueEffect): Promise<void> {
  const fact = await perform(await bank.payments.retrieve(due.payment_id), container, due)
  // Read again: the effect may have placed the order, moved money or deleted the payment.
  const payment = await bank.payments.find({ id: due.payment_id })
  if (!payment) return
  await commitEffect(container, bank, due, payment, fact)
  await reached("effect_committed", due.payment_id)
}

/**
 * The settlement's second transaction; the first is the reducer's (`applySnapshot`). Marks the effect as done, advances
 * the waiting task and stores the clients' webhook events, all or nothing.
 */
async function commitEffect(
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
