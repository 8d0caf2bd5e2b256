import type { MedusaContainer } from "@medusajs/framework/types"
import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import { toDecimal } from "../../domain/money"
import { isOpen } from "../../domain/settlement"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import { isNotFinished } from "../../modules/bank/executed-in"
import { reviewSourceOf, unfinishedSourceOf } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import type { UnresolvedOperation } from "../../modules/bank/operations"
import type BankService from "../../modules/bank/service"
import { reviewOnOrder } from "../settlement/note-on-order"
import { isBankOut } from "./bank-outage"

/** From this age on, the merchant looks up at the bank or provider what it does not report to the store. */
export const REVIEWED_AFTER_SECONDS = 3600

/** From this age on, the merchant looks up at the bank why a payment is still open. */
const OPEN_REVIEWED_AFTER_SECONDS = 24 * 3600

/** Operations whose outcome is open. Another server or a notification may have ended the operation meanwhile. */
const UNRESOLVED: ReadonlySet<UnresolvedOperation["status"] | undefined> = new Set(["requested", "unknown"])

/**
 * Runs a query of the bank about a payment. If the query fails twice although the bank answers other calls, and the
 * payment is open and older than an hour, the payment needs review, once. Returns what the query returns, and throws what
 * it throws.
 */
export async function queryPayment<T>(
  container: MedusaContainer,
  { id }: Payment,
  query: () => Promise<T>
): Promise<T> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  return query().catch((error: unknown) =>
    orReview(container, error, {
      payment_id: id,
      sourceOf: () => "not_reported",
      isDue: async ({ status }) => isOpen(status) && (await payments.ageOf(id)) > REVIEWED_AFTER_SECONDS,
      what: ({ amount, currency }) => `the payment of ${sumOf(amount, currency)}`,
      query,
    })
  )
}

/** Opens a review, once, for a payment that is still open at the bank a day after it was created. */
export async function reviewStillOpen(container: MedusaContainer, payment_id: string): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  const payment = await payments.retrieve(payment_id)
  if (!isOpen(payment.status) || (await payments.ageOf(payment_id)) < OPEN_REVIEWED_AFTER_SECONDS) return
  if (await payments.isReviewed(payment_id, "still_open")) return
  const sum = sumOf(payment.amount, payment.currency)
  const reason = `The payment of ${sum} has been open at the bank for a day. Look it up at the bank, reference ${referenceOf(payment)}`
  await reviewOnOrder(payment_id, { reason, source: "still_open" }, container)
}

/**
 * The same for a query about a capture, refund or void whose outcome is unknown. A call that the bank has begun and not
 * finished needs a review of its own, because staff may have closed the one of a failed query without its outcome.
 */
export async function queryOperation<T>(
  container: MedusaContainer,
  operation: UnresolvedOperation,
  query: () => Promise<T>
): Promise<T> {
  const { id, payment_id, kind, amount, age } = operation
  const { operations } = container.resolve<BankService>(BANK_MODULE)
  return query().catch((error: unknown) =>
    orReview(container, error, {
      payment_id,
      sourceOf: (error) => (isNotFinished(error) ? unfinishedSourceOf(operation) : reviewSourceOf(operation)),
      // A payment in manual review has its reason already, and a second one would hold back its settlement.
      isDue: async ({ status }) =>
        age > REVIEWED_AFTER_SECONDS &&
        status !== "manual_review" &&
        UNRESOLVED.has((await operations.started(id))?.status),
      what: ({ currency }) => (amount === null ? `the ${kind}` : `the ${kind} of ${sumOf(amount, currency)}`),
      query,
    })
  )
}

/** What may need review, and the query that has failed. */
interface Unreported<T> {
  readonly payment_id: string
  sourceOf(error: BankError): string
  isDue(payment: Payment): Promise<boolean>
  what(payment: Payment): string
  query(): Promise<T>
}

async function orReview<T>(
  container: MedusaContainer,
  error: unknown,
  { payment_id, sourceOf, isDue, what, query }: Unreported<T>
): Promise<T> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  if (!(error instanceof BankError) || (await payments.isReviewed(payment_id, sourceOf(error)))) throw error
  const payment = await payments.retrieve(payment_id)
  if (!(await isDue(payment)) || (await isBankOut(container, payment.bank_account))) throw error
  // The bank answers again: the first query may have met the end of an outage.
  return query().catch(async (again: unknown) => {
    if (again instanceof BankError) {
      const [subject, reference] = [what(payment), referenceOf(payment)]
      const reason = isNotFinished(again)
        ? `The bank has begun ${subject} and not finished it. Look it up at the bank, reference ${reference}`
        : `The bank does not report whether ${subject} was made. Look it up at the bank, reference ${reference}`
      await reviewOnOrder(payment_id, { reason, source: sourceOf(again) }, container)
    }
    throw again
  })
}

/** What the bank finds the payment by, and its account if that is not the default one. */
function referenceOf({ bank_payment_id, merchant_reference, bank_account }: Payment): string {
  const reference = bank_payment_id ?? merchant_reference
  return bank_account === DEFAULT_ACCOUNT ? reference : `${reference} (account ${bank_account})`
}

const sumOf = (amount: number, currency: string) => `${toDecimal(Number(amount), currency)} ${currency}`
