import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import { isAtProvider } from "../../domain/payment-route"
import { BANK_MODULE } from "../../modules/bank"
import { type Payment, disputedOf, remainderOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { refusedByBank } from "./bank-refusals"

/**
 * Checks that the bank can capture or refund `amount` out of `whole` (minor units). Throws `invalid_state` when the
 * bank supports no such call, only one for the whole amount, or one capture that must be `final`; `earlier_call_open`
 * while an earlier call of this kind is unresolved, because the bank may have executed that one. At another provider,
 * `invalid_state` also when no single payment of the order has this amount left to refund, or exactly this amount to capture.
 */
export async function checkMovement(
  kind: "capture" | "refund",
  { amount, whole, final = false }: { amount: number; whole: number; final?: boolean },
  payment: Payment,
  container: MedusaContainer
): Promise<void> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { id: payment_id } = payment
  const capability = bank.capabilitiesOf(payment)[kind]
  const isPartial = !isAtProvider(payment.route) && amount !== whole
  if (capability === "none" || (capability === "full" && isPartial))
    throw problem("invalid_state", { payment_id }, refusalOf(bank, payment, kind))
  if (capability === "single" && amount !== whole && !final)
    throw problem("invalid_state", { payment_id }, SINGLE_CAPTURE)
  if (await bank.operations.isOpen(payment_id, kind))
    throw problem(
      "earlier_call_open",
      { payment_id },
      `The outcome of an earlier ${kind} is not known yet. Try again later.`
    )
  if (!isAtProvider(payment.route)) return
  const { providerPayments } = bank
  const { refused } =
    kind === "capture"
      ? await providerPayments.capturable(payment, amount)
      : await providerPayments.refundable(payment, amount)
  if (refused) throw refusedByBank(refused, payment_id)
}

function refusalOf(bank: BankService, payment: Payment, kind: "capture" | "refund"): string {
  const { route, order_id, bank_account } = payment
  if (isAtProvider(route) && !order_id) return "This payment has no order. The store refunds it itself."
  if (isAtProvider(route)) return `The merchant can ${kind} this payment on Medusa's page of the order.`
  return bank.accounts.has(bank_account) ? `The store's bank cannot ${kind} this amount.` : REMOVED_ACCOUNT
}

/** Why nothing can be done with a payment whose account at a bank the options lack. */
export const REMOVED_ACCOUNT =
  "The store's options do not have the bank account of this payment. The merchant must add it again first."

const SINGLE_CAPTURE =
  "The store's bank captures an authorization once. Set `final` to capture this amount and void the rest."

const NOTHING_PAID = "The order has no captured payment, so there is nothing to refund."

const DISPUTED =
  "The cardholder disputes the payment at their bank: a refund of the disputed amount would pay them twice."

/**
 * Checks a refund and returns its amount in minor units: `requested`, or all that is left when none is given. Throws
 * `invalid_state` when nothing was captured or the amount is disputed, `amount_exceeds_captured` when it is more than
 * what is left to refund, and everything that `checkMovement` throws.
 */
export async function checkRefund(
  payment: Payment,
  requested: number | undefined,
  container: MedusaContainer
): Promise<number> {
  const { to_refund } = remainderOf(payment)
  const amount = requested ?? to_refund
  const facts = { payment_id: payment.id, status: payment.status }
  if (payment.status === "nothing_due") throw problem("invalid_state", facts, NOTHING_PAID)
  if (!payment.captured_amount) throw problem("invalid_state", facts)
  const exceedsRemainder = !to_refund || amount > to_refund
  if (exceedsRemainder && disputedOf(payment) > 0) throw problem("invalid_state", facts, DISPUTED)
  if (exceedsRemainder) throw problem("amount_exceeds_captured", { ...facts, left: to_refund })
  await checkMovement("refund", { amount, whole: payment.captured_amount }, payment, container)
  return amount
}
