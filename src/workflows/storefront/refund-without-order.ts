import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { toDecimal } from "../../domain/money"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import { operationMark } from "../../modules/bank/provider-payment-records"
import type BankService from "../../modules/bank/service"
import { awaitReview } from "../payment/await-review"
import type { PaymentRecords } from "./payment-records"

/**
 * Refunds a captured payment that has no order, at most once per operation. Medusa gives each call of a provider a new
 * idempotency key, so a call whose outcome is unknown is never repeated: the payment then needs the merchant's review, and
 * this throws. Throws as well if an earlier attempt may have called the provider.
 */
export async function refundWithoutOrder(container: MedusaContainer, operation: Operation): Promise<void> {
  const { operations, payments } = container.resolve<BankService>(BANK_MODULE)
  if (!(await operations.claimCall(operation.id))) throw new Error("the outcome of its refund is not known")
  await callProvider(container, operation, await payments.retrieve(operation.payment_id))
}

/** Calls the provider for an operation that the caller has claimed. */
export async function callProvider(
  container: MedusaContainer,
  operation: Operation,
  payment: Payment
): Promise<void> {
  const { merchant_reference: payment_id, currency } = payment
  const amount = toDecimal(Number(operation.amount), currency)
  const input = { payment_id, amount, created_by: operationMark(operation.id) }
  const { operations, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const release = operations.renew(operation)
  try {
    await container.resolve(Modules.PAYMENT).refundPayment(input)
  } catch (error) {
    await awaitReview(container, operation, payment, (error as Error).message)
    throw error
  } finally {
    release()
  }
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await knex.transaction((trx) => providerPayments.executed(operation, trx))
}

/**
 * Writes Medusa's record of a refund that is known to be made, once. Medusa deletes its own record when the call fails, also
 * when the merchant finds the refund made.
 */
export async function recordRefundWithoutOrder(
  container: MedusaContainer,
  { id, payment_id, amount }: Operation
): Promise<void> {
  const { providerPayments, payments } = container.resolve<BankService>(BANK_MODULE)
  if (await providerPayments.isRecorded(id)) return
  const { merchant_reference: payment, currency } = await payments.retrieve(payment_id)
  const records = container.resolve<unknown>(Modules.PAYMENT) as PaymentRecords
  await records.createRefunds({
    payment,
    amount: toDecimal(Number(amount), currency),
    created_by: operationMark(id),
  })
}
