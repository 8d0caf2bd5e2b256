import type { MedusaContainer } from "@medusajs/framework/types"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import type { UnresolvedOperation } from "../../modules/bank/operations"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { settleAndWait, settlePayment } from "./settle-payment"

/** A call the bank does not know of after this long was not executed: no attempt of ours is under way any more. */
const GIVEN_UP_AFTER_SECONDS = 120

/** An attempt ends within half a minute, so none that begins before this is under way when the call is given up. */
const TRIED_AGAIN_FOR_SECONDS = 75

/** How long the bank is asked to open a payment: as long as its page lives. Who asks later asks for another one. */
const OPENED_FOR_SECONDS = 900

/** Whoever makes a call says so more often than this; after it nobody does, and its outcome is asked for. */
export const UNRESOLVED_AFTER_SECONDS = 15

const PATIENCE_MS = 5000

/** A payment after the bank was asked, and whether the bank knows it. */
export interface Reconciled {
  readonly payment: Payment
  readonly is_known: boolean
}

/**
 * Asks the bank for one payment now, clears up its calls whose outcome was never learned, and settles what that has
 * taught us. The payment as it is then. Throws BankError when the bank does not answer.
 */
export async function reconcilePayment(container: MedusaContainer, payment: Payment): Promise<Reconciled> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { id } = payment
  const is_known = await askFor(bank, payment)
  for (const operation of await bank.operations.unresolved(UNRESOLVED_AFTER_SECONDS, 10, id))
    await clearUp(container, bank, operation)
  await bank.effects.hasten(id)
  return { payment: await settleAndWait(container, id, PATIENCE_MS), is_known }
}

/**
 * Whether the bank knows the payment. Only when it does not is the opening call made again, with the same key: as long as
 * somebody may still wait for it, and then never again.
 */
export async function askFor(bank: BankService, payment: Payment): Promise<boolean> {
  const verdict = await bank.refresh(payment)
  const { id, status, provisioned_at } = payment
  // Whoever makes it, or ends what was cut short, opens it: its order may not be there yet.
  if (verdict !== null) return true
  if (!provisioned_at || (status !== "created" && status !== "unknown")) return false
  const age = await bank.payments.ageOf(id)
  if (age < OPENED_FOR_SECONDS) await bank.open(id)
  else if (age > OPENED_FOR_SECONDS + GIVEN_UP_AFTER_SECONDS)
    await bank.payments.markRefused(id, "not_executed")
  return false
}

/**
 * The bank's word about our reference decides. What it has executed is in Medusa's books before the operation counts
 * as done, so that nobody who sees no refund there can begin another one.
 */
export async function clearUp(
  container: MedusaContainer,
  bank: BankService,
  operation: UnresolvedOperation
): Promise<void> {
  const { id, payment_id, age } = operation
  await bank.operations.adopt(id)
  if (await bank.wasExecuted(operation)) {
    await bank.effects.hasten(payment_id)
    await settlePayment(container, payment_id)
    return bank.operations.settle(id, "done")
  }
  if (age > GIVEN_UP_AFTER_SECONDS) await bank.operations.settle(id, "refused", "not_executed")
  else if (!operation.medusa_id && age < TRIED_AGAIN_FOR_SECONDS) await tryAgain(bank, operation)
}

/** With the same key, so that it is carried out once. What was begun in Medusa is not: its record was taken back. */
async function tryAgain(bank: BankService, operation: Operation): Promise<void> {
  await bank.perform(operation)
  await bank.effects.hasten(operation.payment_id)
}
