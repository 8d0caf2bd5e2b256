import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import { isOpen } from "../../domain/settlement"
import { isAtProvider } from "../../domain/payment-route"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import { type Payment, remainderOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { executeOperation } from "../payment/execute-operation"
import { checkMovement } from "../payment/check-movement"
import { refusedByBank } from "../payment/bank-refusals"

/** The payment to refund or void, and why. `id` is the id of the operation at the bank. */
export interface Returning {
  readonly id: string
  readonly payment_id: string
  readonly reason: string | null
}

/**
 * Refunds all that is left of the captured amount, or voids the authorization, once per `id`. Returns false when the
 * bank's answer is unknown. Throws a problem when the bank refuses, and while another provider has yet to confirm the
 * payment or to answer a capture; then no money has moved.
 */
export async function returnMoney(container: MedusaContainer, returning: Returning): Promise<boolean> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const operation = (await bank.operations.resume(returning.id)) ?? (await begin(container, returning))
  if (!operation) return true
  const outcome = await executeOperation(container, operation)
  if (typeof outcome === "object") throw refusedByBank(outcome.refused, returning.payment_id)
  return outcome === "known"
}

/** Undefined when there is nothing to refund or void. */
async function begin(
  container: MedusaContainer,
  { id, payment_id, reason }: Returning
): Promise<Operation | undefined> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const payment = await bank.payments.retrieve(payment_id)
  if (payment.route === "storefront" && isOpen(payment.status))
    throw problem("invalid_state", { payment_id }, UNCONFIRMED)
  // The cancellation would void, or Medusa would not refund, what the provider may have captured.
  if (isAtProvider(payment.route) && (await bank.operations.isOpen(payment_id, "capture")))
    throw refusedByBank("earlier_call_open", payment_id)
  const movement = movementFor(payment)
  if (!movement) return undefined
  const { kind, amount } = movement
  if (kind === "refund")
    await checkMovement(kind, { amount, whole: payment.captured_amount }, payment, container)
  const begun = await bank.operations.begin({ id, payment_id, ...movement, reason })
  if (begun) return begun
  throw refusedByBank("earlier_call_open", payment_id)
}

/** Neither Medusa nor the plugin could cancel the payment at the provider: its money would arrive for a canceled order. */
const UNCONFIRMED =
  "The payment provider has not confirmed the payment of the order yet. Cancel the order once it is paid, or ask the merchant."

type ReturnMovement = { kind: "refund"; amount: number } | { kind: "void"; amount: null }

function movementFor(payment: Payment): ReturnMovement | undefined {
  const { to_refund } = remainderOf(payment)
  if (to_refund > 0) return { kind: "refund", amount: to_refund }
  // Medusa cancels an authorization at another provider when it cancels the order.
  if (isAtProvider(payment.route)) return undefined
  if (payment.status === "authorized" || isOpen(payment.status)) return { kind: "void", amount: null }
  return undefined
}
