import type { MedusaContainer } from "@medusajs/framework/types"
import { toDecimal } from "../../domain/money"
import { BANK_MODULE } from "../../modules/bank"
import { type Operation, reviewSourceOf } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"

/** Leaves the outcome of a refund at another provider to the merchant, who sees why in the payment's review. */
export async function awaitReview(
  container: MedusaContainer,
  operation: Operation,
  { id: payment_id, currency }: Pick<Payment, "id" | "currency">,
  why: string
): Promise<void> {
  const { operations, payments } = container.resolve<BankService>(BANK_MODULE)
  const { id, amount } = operation
  await operations.settle(id, "unknown", "provider_failed")
  const reason = `The provider may have refunded ${toDecimal(Number(amount), currency)} ${currency}: ${why}`
  await payments.noteForReview(payment_id, { reason, source: reviewSourceOf(operation) })
}
