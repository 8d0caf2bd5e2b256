import type { MedusaContainer } from "@medusajs/framework/types"
import { toDecimal } from "../../domain/money"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type { UnresolvedOperation } from "../../modules/bank/operations"
import type { ReviewReason } from "../../modules/bank/review"
import type BankService from "../../modules/bank/service"
import { reviewSourceOf } from "./await-review"
import { isBankOut } from "./bank-outage"

/** From this age on, the merchant looks up at the bank what the bank does not report to the store. */
const REVIEWED_AFTER_SECONDS = 3600

/** The statuses in which only the bank knows whether the customer has paid. */
const UNDECIDED: ReadonlySet<Payment["status"]> = new Set([
  "created",
  "unknown",
  "requires_action",
  "processing",
])

/**
 * Runs a query of the bank about a payment. If the query fails although the bank answers others, and the payment has been
 * undecided for an hour, the payment needs review. Throws what the query throws.
 */
export async function queryPayment(
  container: MedusaContainer,
  payment: Payment,
  query: () => Promise<unknown>
): Promise<void> {
  const { id, status } = payment
  await query().catch(async (error: unknown) => {
    const { payments } = container.resolve<BankService>(BANK_MODULE)
    if (UNDECIDED.has(status) && (await isUnreported(container, error, await payments.ageOf(id))))
      await payments.noteForReview(
        id,
        reviewOf("the payment", payment.amount, payment, error, "not_reported")
      )
    throw error
  })
}

/** The same for a query about a capture, refund or void whose outcome is unknown. Returns what the query returns. */
export async function queryOperation<T>(
  container: MedusaContainer,
  operation: UnresolvedOperation,
  query: () => Promise<T>
): Promise<T> {
  const { payment_id, kind, amount, age } = operation
  return query().catch(async (error: unknown) => {
    if (!(await isUnreported(container, error, age))) throw error
    const { payments } = container.resolve<BankService>(BANK_MODULE)
    const payment = await payments.retrieve(payment_id)
    const review = reviewOf(`the ${kind}`, amount, payment, error, reviewSourceOf(operation))
    await payments.noteForReview(payment_id, review)
    throw error
  })
}

async function isUnreported(container: MedusaContainer, error: unknown, age: number): Promise<boolean> {
  return error instanceof BankError && age > REVIEWED_AFTER_SECONDS && !(await isBankOut(container))
}

function reviewOf(
  what: string,
  amount: number | null,
  { currency, bank_payment_id, merchant_reference }: Payment,
  error: unknown,
  source: string
): ReviewReason {
  const sum = amount === null ? "" : ` of ${toDecimal(Number(amount), currency)} ${currency}`
  const reason =
    `The bank does not report whether ${what}${sum} was made. Look it up at the bank, reference ` +
    `${bank_payment_id ?? merchant_reference} (${(error as Error).message})`
  return { reason, source }
}
