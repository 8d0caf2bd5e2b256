import type { MedusaContainer } from "@medusajs/framework/types"
import { problem } from "../../domain/errors"
import { isOpen } from "../../domain/settlement"
import { BANK_MODULE } from "../../modules/bank"
import type { Operation } from "../../modules/bank/models/operation"
import { type Payment, remainderOf } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { checkMovement, checkRefund } from "./check-movement"

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
export function checkNotHeld(payment: Payment): void {
  if (payment.status === "manual_review") throw refusal(payment, HELD)
}

const HELD =
  "The bank tells something else of this payment than was asked. Close its review and ask the bank; what stays different is settled on the bank's own pages."

async function checkCapture(container: MedusaContainer, payment: Payment, asked?: number): Promise<number> {
  const { to_capture } = remainderOf(payment)
  const amount = asked ?? to_capture
  if (!to_capture) throw refusal(payment, payment.captured_amount ? CAPTURED : NOTHING_RESERVED)
  if (amount > to_capture)
    throw problem("amount_exceeds_authorized", { payment_id: payment.id, left: to_capture })
  await checkMovement("capture", { amount, whole: payment.amount }, payment, container)
  return amount
}

const CAPTURED = "The payment is captured already; nothing is left to capture."
const NOTHING_RESERVED = "Nothing is reserved on this payment, so there is nothing to capture."

async function checkVoid(container: MedusaContainer, payment: Payment): Promise<null> {
  const bank = container.resolve<BankService>(BANK_MODULE)
  const { id: payment_id, status, captured_amount } = payment
  if (captured_amount) throw refusal(payment, REFUND_INSTEAD)
  if (status !== "authorized" && !isOpen(status)) throw refusal(payment, OVER)
  if (!bank.capabilities.void) throw refusal(payment, "The store's bank can not release a payment.")
  if (await bank.operations.isOpen(payment_id, "capture"))
    throw problem("bank_unavailable", { payment_id }, "An earlier capture is still being cleared up.")
  return null
}

const REFUND_INSTEAD = "The payment is captured already: refund it instead."
const OVER = "The payment is over: nothing is reserved any more."

function refusal({ id: payment_id, status }: Payment, why: string) {
  return problem("invalid_state", { payment_id, status }, why)
}
