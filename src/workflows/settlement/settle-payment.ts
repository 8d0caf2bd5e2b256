import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { reached } from "../../lib/failpoints"
import { logOf } from "../../lib/log"
import { BANK_MODULE } from "../../modules/bank"
import type { DueEffect } from "../../modules/bank/models/effect"
import type { StoredEvent } from "../../modules/bank/models/event"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { applyCardSnapshot } from "../card/apply-token"
import { forEachDue, belongsToOutage } from "../payment/bank-outage"
import { commitEffect } from "./commit-effect"
import { perform } from "./effects"
import { reportFailingEffect } from "./note-on-order"

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
