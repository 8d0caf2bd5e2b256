import type { IPaymentModuleService, MedusaContainer, PaymentDTO } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { capturePaymentWorkflow, refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { toDecimal } from "../../domain/money"
import { isAtProvider } from "../../domain/payment-route"
import type { Movement } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { mirrorMark } from "../../modules/bank/mirror-mark"
import { providerSessions } from "../../queries/payment/provider-sessions"
import { withRefundsLease } from "../order/lease-payments"
import { withOrderLocks } from "../order/with-order-locks"
import { recordMovements } from "./record-movements"

/** Medusa's record of a payment with its captures and refunds; undefined while there is none. */
export async function medusaPaymentOf(
  payment: Payment,
  container: MedusaContainer
): Promise<PaymentDTO | undefined> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  const relations = ["captures", "refunds"]
  const payment_session_id = String(await sessionOf(payment, container))
  const [found] = await payments.listPayments({ payment_session_id }, { relations })
  return found
}

/** Medusa's session of a payment. For one through another provider than the bank, it is the session that was paid. */
async function sessionOf(payment: Payment, container: MedusaContainer): Promise<string | null | undefined> {
  const { route, session_id, order_id } = payment
  if (!isAtProvider(route)) return session_id
  return (await providerSessions(container, String(order_id))).find(({ has_payment }) => has_payment)
    ?.session_id
}

/** Whether the payment's session was replaced by another one before Medusa had a record of the payment. */
export async function isReplaced(payment: Payment, container: MedusaContainer): Promise<boolean> {
  if (await medusaPaymentOf(payment, container)) return false
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  const sessions = await payments.listPaymentSessions({ id: String(payment.session_id) }, { select: ["id"] })
  return sessions.length === 0
}

/**
 * Records a capture or refund of the bank in Medusa, once. A merchant-initiated one has its record already, found
 * through its operation. A bank-initiated one is written with a mark: by it our provider knows not to call the bank,
 * and a retry after a crash finds the record. Throws while Medusa has no record of the payment.
 */
export async function mirrorMovement(
  kind: "capture" | "refund",
  payment: Payment,
  movement: Movement,
  container: MedusaContainer
): Promise<void> {
  const record = await medusaPaymentOf(payment, container)
  if (!record) throw new Error(`the store has no payment yet for the ${kind} ${movement.id}`)
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { merchant_reference } = movement
  const operation = merchant_reference ? await bank.operations.find(merchant_reference) : undefined
  if (!writtenIn(record, kind, movement, operation))
    await write(kind, payment, record, { ...movement, reason: operation?.reason }, container)
  const books = (await medusaPaymentOf(payment, container)) ?? record
  const written = writtenIn(books, kind, movement, operation)
  if (!written) throw new Error(`the ${kind} ${movement.id} was not recorded`)
  await recordMovements(kind, payment, books, [written.id], container)
}

function writtenIn(
  record: PaymentDTO,
  kind: "capture" | "refund",
  { id }: Movement,
  operation: Operation | undefined
): { id: string } | undefined {
  const records = (kind === "capture" ? record.captures : record.refunds) ?? []
  return records.find((entry) => entry.id === operation?.medusa_id || entry.created_by === mirrorMark(id))
}

async function write(
  kind: "capture" | "refund",
  { currency, order_id }: Payment,
  { id: payment_id }: PaymentDTO,
  movement: Movement & { reason?: string | null },
  container: MedusaContainer
): Promise<void> {
  const amount = toDecimal(movement.amount, currency)
  const note = movement.reason ?? undefined
  const mark = mirrorMark(movement.id)
  if (kind === "capture")
    return void (await capturePaymentWorkflow(container).run({
      input: { payment_id, amount, captured_by: mark },
    }))
  const refund = () =>
    refundPaymentWorkflow(withOrderLocks(container)).run({
      input: { payment_id, amount, note, created_by: mark },
    })
  await (order_id ? withRefundsLease(order_id, container, refund) : refund())
}
