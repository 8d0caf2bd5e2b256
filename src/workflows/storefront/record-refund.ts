import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer, PaymentDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { toDecimal } from "../../domain/money"
import type { Movement } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import { operationMark } from "../../modules/bank/provider-payment-records"
import type BankService from "../../modules/bank/service"
import { withRefundsLease } from "../order/lease-payments"
import { recordMovements } from "../settlement/record-movements"
import type { PaymentRecords } from "./payment-records"

/**
 * Completes Medusa's records of a refund that the plugin has requested at another provider: writes the refund if the
 * provider has executed it although its call failed, and the order's transaction. The credit line that the refund lacks
 * then is added by `creditRefunds`. Does nothing for a refund that Medusa has recorded itself. Safe to repeat.
 */
export async function recordRefund(
  container: MedusaContainer,
  payment: Payment,
  movement: Movement
): Promise<void> {
  const { merchant_reference } = movement
  if (!merchant_reference) return
  const { operations, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const { order_id } = payment
  if (!order_id || (await providerPayments.isBooked(payment, movement.id))) return
  const operation = await operations.find(merchant_reference)
  if (operation)
    await withRefundsLease(order_id, container, () => completeRecord(container, payment, operation))
}

/** Does what `recordRefund` does, for a caller that holds the lease of the order's refunds. */
export async function completeRecord(
  container: MedusaContainer,
  payment: Payment,
  operation: Operation
): Promise<void> {
  const [record, refund_id] =
    (await written(container, operation)) ?? (await write(container, payment, operation))
  await recordMovements("refund", payment, record, [refund_id], container)
}

/**
 * Whether Medusa can record a refund as made. It cannot when its payment no longer has the amount left: another refund was
 * recorded while the outcome of this one was unknown.
 */
export async function isRecordable(container: MedusaContainer, operation: Operation): Promise<boolean> {
  const { payments, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const payment = await payments.retrieve(operation.payment_id)
  if (!payment.order_id || (await providerPayments.isRecorded(operation.id))) return true
  return (await providerPayments.holding(payment, operation)) !== undefined
}

/**
 * Deletes Medusa's record of a refund that the provider has not executed, which a killed store leaves. Safe to repeat.
 */
export async function deleteRefund(
  container: MedusaContainer,
  { id, payment_id }: Pick<Operation, "id" | "payment_id">
): Promise<void> {
  const [record, refund_id] = (await written(container, { id })) ?? []
  if (!record || !refund_id) return
  await container.resolve(Modules.PAYMENT).deleteRefunds([refund_id])
  const payment = await container.resolve<BankService>(BANK_MODULE).payments.retrieve(payment_id)
  await recordMovements("refund", payment, await recordOf(container, record.id), [], container)
}

type Written = readonly [PaymentDTO, string]

async function written(
  container: MedusaContainer,
  { id }: { readonly id: string }
): Promise<Written | undefined> {
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const refund = await knex("refund")
    .where({ created_by: operationMark(id), deleted_at: null })
    .first<{ id: string; payment_id: string } | undefined>("id", "payment_id")
  return refund && [await recordOf(container, refund.payment_id), refund.id]
}

async function write(container: MedusaContainer, payment: Payment, operation: Operation): Promise<Written> {
  const { providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const { id, provider_payment_id, amount } = operation
  const held = await providerPayments.holding(payment, operation)
  if (!held) throw new Error(`payment ${provider_payment_id} has less left than the amount of refund ${id}`)
  const records = container.resolve<unknown>(Modules.PAYMENT) as PaymentRecords
  const refund = await records.createRefunds({
    payment: held.id,
    amount: toDecimal(Number(amount), payment.currency),
    created_by: operationMark(id),
  })
  return [await recordOf(container, held.id), refund.id]
}

const recordOf = (container: MedusaContainer, id: string): Promise<PaymentDTO> =>
  container.resolve(Modules.PAYMENT).retrievePayment(id, { relations: ["captures", "refunds"] })
