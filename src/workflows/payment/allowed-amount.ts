import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import { isOpen } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import { type Payment, remainderOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { checkMovement, checkRefund, REMOVED_ACCOUNT } from "./check-movement"

/**
 * Checks a capture, refund or void that staff request. Returns its amount in minor units: the requested one, or all
 * that is left when none is given; null for a void. Throws a problem with a message for staff when the movement is not
 * allowed.
 */
export async function allowedAmount(
  container: MedusaContainer,
  { kind, amount }: { kind: Operation["kind"]; amount?: number | undefined },
  payment: Payment
): Promise<number | null> {
  if (kind === "refund") return checkRefund(payment, amount, container)
  return kind === "capture" ? checkCapture(container, payment, amount) : checkVoid(container, payment)
}

/**
 * Throws `invalid_state` for a payment in manual review, whose data at the bank contradict what the store requested.
 */
export function assertNotInReview(payment: Payment): void {
  if (payment.status === "manual_review") throw refusal(payment, IN_REVIEW)
}

const IN_REVIEW =
  "The bank reports other data for this payment than requested. Close its review and query the bank; correct a remaining difference on the bank's own site."

async function checkCapture(
  container: MedusaContainer,
  payment: Payment,
  requested?: number
): Promise<number> {
  const { to_capture } = remainderOf(payment)
  const amount = requested ?? to_capture
  if (!to_capture) throw refusal(payment, payment.captured_amount ? CAPTURED : NOT_AUTHORIZED)
  if (amount > to_capture)
    throw problem("amount_exceeds_authorized", { payment_id: payment.id, left: to_capture })
  await checkMovement("capture", { amount, whole: payment.amount }, payment, container)
  return amount
}

const CAPTURED = "The payment is already captured completely."
const NOT_AUTHORIZED = "The payment has no authorized amount, so there is nothing to capture."

async function checkVoid(container: MedusaContainer, payment: Payment): Promise<null> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { id: payment_id, status, captured_amount } = payment
  if (captured_amount) throw refusal(payment, REFUND_INSTEAD)
  if (status !== "authorized" && !isOpen(status)) throw refusal(payment, ENDED)
  if (payment.route === "bank" && !bank.accounts.has(payment.bank_account))
    throw refusal(payment, REMOVED_ACCOUNT)
  if (!bank.capabilitiesOf(payment).void) throw refusal(payment, NO_VOID[payment.route])
  if (await bank.operations.isOpen(payment_id, "capture"))
    throw problem(
      "earlier_call_open",
      { payment_id },
      "The outcome of an earlier capture is not known yet. Try again later."
    )
  return null
}

const NO_VOID = {
  bank: "The store's bank does not support voids.",
  page: "The payment is made on the store's page, which captures it at once. Cancel the order in Medusa.",
  storefront: "The payment was made in the storefront. Cancel the order in Medusa to void it.",
}
const REFUND_INSTEAD = "The payment is already captured. Refund it instead."
const ENDED = "The payment has ended and has no authorized amount."

function refusal({ id: payment_id, status }: Payment, why: string) {
  return problem("invalid_state", { payment_id, status }, why)
}
