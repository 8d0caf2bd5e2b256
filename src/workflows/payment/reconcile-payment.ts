import type { MedusaContainer } from "@medusajs/framework/types"
import type { PaymentSnapshot } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import { isNotFinished } from "../../modules/bank/executed-in"
import type { Operation } from "../../modules/bank/models/operation"
import type { UnresolvedOperation } from "../../modules/bank/operations"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { checkPagePayment } from "../page/check-page-payment"
import { checkDeferredPayment } from "../storefront/check-deferred-payment"
import { settleAndWait, settlePayment } from "../settlement/settle-payment"
import { queryOperation } from "./query-or-review"

/** A call that the bank does not know after this time was not executed: none of our attempts is still running then. */
export const GIVEN_UP_AFTER_SECONDS = 120

/**
 * An attempt takes at most 30 seconds, so none that starts before this limit is still running when the call is given
 * up.
 */
const RETRIED_FOR_SECONDS = 75

/** How long the opening call is repeated: as long as the bank's page lives. A later attempt to pay is a new payment. */
const REOPENED_FOR_SECONDS = 900

/** From this age on, a payment that the bank does not know is not opened any more, and no attempt to open it is running. */
export const NOT_OPENED_AFTER_SECONDS = REOPENED_FOR_SECONDS + GIVEN_UP_AFTER_SECONDS

/**
 * The process that makes a call renews it more often than this. An older call was abandoned, and the bank is queried
 * for its outcome.
 */
export const UNRESOLVED_AFTER_SECONDS = 15

const WAIT_TIMEOUT_MS = 5000

/** A payment after the bank was queried. */
export interface Reconciled {
  readonly payment: Payment
  /** Whether the bank knows the payment. */
  readonly is_known: boolean
  /** Whether the bank has begun a capture, refund or void of the payment and not finished it. */
  readonly has_unfinished: boolean
}

const KNOWN = { is_known: true, has_unfinished: false }

/**
 * Queries the bank, or the other provider of the payment, for one payment now, resolves its calls whose outcome is unknown,
 * and settles the result. Returns the payment as it is afterwards. Throws BankError when the bank does not answer; if it
 * does not answer about one of the calls, the others are resolved and settled before.
 */
export async function reconcilePayment(container: MedusaContainer, payment: Payment): Promise<Reconciled> {
  if (payment.route === "page") return { payment: await checkPagePayment(container, payment), ...KNOWN }
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { id } = payment
  if (payment.route === "storefront") {
    if (payment.order_id) await checkDeferredPayment(container, payment)
    return { payment: await bank.payments.retrieve(id), ...KNOWN }
  }
  const reported = await refreshFromBank(bank, payment)
  const errors = await resolveOperations(container, bank, id)
  await bank.effects.endPauses(id)
  const settled = await settleAndWait(container, id, WAIT_TIMEOUT_MS)
  const [failure] = errors.filter((error) => !isNotFinished(error))
  if (failure) throw failure
  const has_unfinished = errors.length > 0 || Boolean(reported?.unfinished?.length)
  return { payment: settled, is_known: reported !== null, has_unfinished }
}

/** Resolves the calls of a payment whose outcome is unknown, each independently of the others. Returns their errors. */
async function resolveOperations(
  container: MedusaContainer,
  bank: BankService,
  payment_id: string
): Promise<Error[]> {
  const errors: Error[] = []
  const of = { payment_id }
  for (const operation of await bank.operations.unresolved(["bank"], UNRESOLVED_AFTER_SECONDS, 10, of))
    await resolveOperation(container, bank, operation).catch((error: Error) => errors.push(error))
  return errors
}

/**
 * Refreshes the payment from the bank and returns what the bank reports. Null when the bank does not know it: then the
 * opening call is repeated with the same key for as long as the bank's page would live, and later the payment is marked as
 * not executed.
 */
export async function refreshFromBank(bank: BankService, payment: Payment): Promise<PaymentSnapshot | null> {
  const reported = await bank.paymentCalls.refresh(payment)
  const { id, status, provisioned_at } = payment
  if (reported) return reported
  // The process that creates the payment, or ends an interrupted one, opens it: its order may not exist yet.
  if (!provisioned_at || (status !== "created" && status !== "unknown")) return null
  const age = await bank.payments.ageOf(id)
  if (age < REOPENED_FOR_SECONDS) await bank.paymentCalls.open(id)
  else if (age > NOT_OPENED_AFTER_SECONDS) await bank.unopenedPayments.markRefused(id, "not_executed")
  return null
}

/**
 * Resolves a call whose outcome is unknown, by what the bank reports for our reference, unless another process does. An
 * executed call is recorded in Medusa before the operation counts as done. Otherwise a request that sees no refund there
 * could start another one.
 */
export async function resolveOperation(
  container: MedusaContainer,
  bank: BankService,
  { id }: Pick<Operation, "id">
): Promise<void> {
  const operation = await bank.operations.adopt(id, UNRESOLVED_AFTER_SECONDS)
  if (!operation) return
  const release = bank.operations.renew(operation)
  try {
    if (await isExecuted(container, bank, operation)) await recordExecuted(container, bank, operation)
    else if (!(await bank.operations.giveUp(id, GIVEN_UP_AFTER_SECONDS))) await retry(bank, operation)
  } finally {
    release()
  }
}

async function isExecuted(
  container: MedusaContainer,
  bank: BankService,
  operation: UnresolvedOperation
): Promise<boolean> {
  try {
    return await queryOperation(container, operation, () => bank.operationCalls.wasExecuted(operation))
  } catch (error) {
    if (isNotFinished(error)) await bank.operations.markUnfinished(operation.id)
    throw error
  }
}

async function recordExecuted(
  container: MedusaContainer,
  bank: BankService,
  { id, payment_id }: Operation
): Promise<void> {
  await bank.effects.endPauses(payment_id)
  await settlePayment(container, payment_id)
  await bank.operations.settle(id, "done")
}

/**
 * Repeats a young call with the same key, so that the bank executes it once. Calls that began in Medusa are not repeated,
 * because Medusa has deleted their record.
 */
async function retry(bank: BankService, operation: UnresolvedOperation): Promise<void> {
  if (operation.medusa_id || operation.age >= RETRIED_FOR_SECONDS) return
  await bank.operationCalls.perform(operation)
  await bank.effects.endPauses(operation.payment_id)
}
