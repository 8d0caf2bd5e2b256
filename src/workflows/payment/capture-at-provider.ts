import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { CreateCaptureDTO, MedusaContainer, PaymentDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../domain/money"
import { reached } from "../../lib/failpoints"
import { logOf } from "../../lib/log"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import { type Operation, type Outcome, reviewSourcesOf } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import { Operations } from "../../modules/bank/operations"
import { operationMark } from "../../modules/bank/provider-payment-records"
import type BankService from "../../modules/bank/service"
import { withRefundsLocked } from "../order/lease-payments"
import { endReviewsOnOrder } from "../settlement/note-on-order"
import { recordMovements } from "../settlement/record-movements"
import { artifactsOf } from "../settlement/commit-effect"
import { settleAndWait } from "../settlement/settle-payment"
import type { PaymentRecords } from "../storefront/payment-records"

/** An authorized payment in Medusa that an operation captures completely. */
export interface Capturing {
  readonly operation: Operation
  readonly payment: Payment
  /** Medusa's id of the payment. */
  readonly provider_payment_id: string
  /** Whether the provider is known to have captured it: then Medusa only records that. */
  readonly is_captured?: boolean
}

/**
 * Captures through the payment's own provider, with Medusa's workflow: the whole payment, once. When the outcome is
 * `unknown`, the job finds it out at the provider (`endAbandonedCapture`).
 */
export async function captureAtProvider(container: MedusaContainer, operation: Operation): Promise<Outcome> {
  const { operations, payments, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  const { id, payment_id, status, amount } = operation
  const payment = await payments.retrieve(payment_id)
  if (status === "done") {
    await followAndSettle(container, payment)
    return "known"
  }
  const release = operations.renew(operation)
  try {
    const { held, refused } = await providerPayments.capturable(payment, Number(amount))
    if (!(await operations.claimCall(id, held?.id))) return "unknown"
    await reached("operation_begun", id, payment_id)
    if (held) return await capture(container, { operation, payment, provider_payment_id: held.id })
    await operations.settle(id, "refused", refused)
    return { refused }
  } finally {
    release()
  }
}

/**
 * Captures a payment whose call the caller has claimed, unless another process has resolved the operation or requested it
 * again meanwhile. The caller renews the operation.
 */
export async function capture(container: MedusaContainer, capturing: Capturing): Promise<Outcome> {
  const { operation, payment, provider_payment_id, is_captured = false } = capturing
  const input: CreateCaptureDTO = {
    payment_id: provider_payment_id,
    amount: toDecimal(Number(operation.amount), payment.currency),
    captured_by: operationMark(operation.id),
    is_captured,
  }
  const { operations } = container.resolve<BankService>(BANK_MODULE)
  const run = await withRefundsLocked(String(payment.order_id), container, async () =>
    (await operations.claim(operation))
      ? capturePaymentWorkflow(container).run({ input, throwOnError: false })
      : undefined
  )
  if (!run) return outcomeElsewhere(operations, operation)
  await reached("operation_executed", operation.id, payment.id)
  const record = await recordOf(container, provider_payment_id)
  if (record.captured_at) return recordCapture(container, capturing, record)
  await operations.settle(operation.id, "unknown", "provider_failed")
  logOf(container).warn(`capture ${operation.id} of ${payment.id}: ${String(run.errors[0]?.error)}`)
  return "unknown"
}

/** The outcome of an operation that another process has resolved or requested again. */
async function outcomeElsewhere(operations: Operations, { id }: Operation): Promise<Outcome> {
  const { status } = (await operations.started(id)) ?? {}
  if (status === undefined) return { refused: "not_executed" }
  return status === "done" ? "known" : "unknown"
}

/**
 * Ends an operation whose payment is captured, with its review, and books its capture on the order. A capture that Medusa has recorded itself,
 * because of the provider's webhook, has no mark: its effect leaves the waiting task alone, which is completed here.
 */
export async function recordCapture(
  container: MedusaContainer,
  { operation, payment }: Pick<Capturing, "operation" | "payment">,
  captured: PaymentDTO
): Promise<Outcome> {
  const { id, amount } = operation
  const record = captured.captures?.length
    ? captured
    : await withCapture(container, { operation, payment }, captured.id)
  const marked = markedIn(record, id)
  if (marked) await recordMovements("capture", payment, record, [marked], container)
  const { payments, providerPayments } = container.resolve<BankService>(BANK_MODULE)
  await providerPayments.follow(String(payment.order_id))
  const followed = await payments.retrieve(payment.id)
  const knex = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await knex.transaction(async (trx) => {
    await endReviewsOnOrder(payment.id, { source: reviewSourcesOf(id), note: CAPTURED }, trx)
    await new Operations(trx).settle(id, "done")
    if (marked) return
    const artifacts = { ...artifactsOf(followed), capture: { amount, currency: payment.currency } }
    await container.resolve<AgentService>(AGENT_MODULE).mirror(id, "completed", { artifacts }, trx)
  })
  await settleAndWait(container, payment.id)
  return "known"
}

const CAPTURED = "The capture was made and is recorded."

/**
 * Adds the capture that a captured payment lacks: the job deleted it while a paused server waited for the provider's answer.
 * Medusa adds no capture to a captured payment. The lock keeps two servers from adding one each.
 */
function withCapture(
  container: MedusaContainer,
  { operation, payment }: Pick<Capturing, "operation" | "payment">,
  payment_id: string
): Promise<PaymentDTO> {
  return withRefundsLocked(String(payment.order_id), container, async () => {
    const record = await recordOf(container, payment_id)
    if (record.captures?.length) return record
    await (container.resolve<unknown>(Modules.PAYMENT) as PaymentRecords).createCaptures({
      payment: payment_id,
      amount: toDecimal(Number(operation.amount), payment.currency),
      created_by: operationMark(operation.id),
    })
    // Only updates the status of the payment collection.
    await container.resolve(Modules.PAYMENT).capturePayment({ payment_id, is_captured: true })
    return recordOf(container, payment_id)
  })
}

/** The id of the capture in Medusa that an operation has made. Undefined if there is none. */
export const markedIn = ({ captures }: PaymentDTO, operation_id: string): string | undefined =>
  captures?.find(({ created_by }) => created_by === operationMark(operation_id))?.id

/** Medusa's record of a payment, with its captures. */
export const recordOf = (container: MedusaContainer, id: string): Promise<PaymentDTO> =>
  container.resolve(Modules.PAYMENT).retrievePayment(id, { relations: ["captures", "refunds"] })

async function followAndSettle(container: MedusaContainer, { id, order_id }: Payment): Promise<void> {
  await container.resolve<BankService>(BANK_MODULE).providerPayments.follow(String(order_id))
  await settleAndWait(container, id)
}
