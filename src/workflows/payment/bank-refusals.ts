import { type Problem, problem } from "../../domain/errors"
import type { Decline } from "../../domain/settlement"
import { isForNow } from "../../drivers/driver"

const REFUSALS: Record<string, Decline> = {
  capture_exceeds_authorization: {
    code: "amount_exceeds_authorized",
    message: "The amount exceeds the remaining authorized amount.",
  },
  refund_exceeds_captured: {
    code: "amount_exceeds_captured",
    message: "The amount exceeds the remaining captured amount.",
  },
  no_refundable_payment: {
    code: "no_refundable_payment",
    message:
      "No single payment of the order has this amount left at its provider. The merchant can refund the order on its page in Medusa.",
  },
  no_capturable_payment: {
    code: "no_capturable_payment",
    message:
      "The order has no authorized payment of exactly this amount, and a payment provider captures a whole payment. The merchant can capture the order on its page in Medusa.",
  },
  manual_payment: {
    code: "manual_payment",
    message:
      "The payment is one of Medusa's manual provider, which moves no money. The merchant can capture the order on its page in Medusa.",
  },
  inexact_amount: {
    code: "inexact_amount",
    message: "The payment provider would round this amount. Refund another amount, or all that is left.",
  },
  invalid_state: { code: "invalid_state", message: "The payment's state does not allow this." },
  refund_failed: { code: "refund_failed", message: "The bank could not execute the refund." },
  not_executed: { code: "not_executed", message: "The bank did not execute the call. No money was moved." },
  earlier_call_open: {
    code: "earlier_call_open",
    message: "The outcome of an earlier call for this payment is not known yet. Try again later.",
  },
}

/** The error of a bank refusal, in neutral words that agents and staff may see. */
export function refusalOf(code: string): Decline {
  return (
    REFUSALS[code] ?? { code: "refused_by_bank", message: "The bank refused the call. No money was moved." }
  )
}

/** The problem that a caller receives when the bank has certainly not executed its call. */
export function refusedByBank(code: string, payment_id: string): Problem {
  const { message } = refusalOf(code)
  if (code === "refund_exceeds_captured") return problem("amount_exceeds_captured", { payment_id })
  if (code === "earlier_call_open") return problem("earlier_call_open", { payment_id })
  if (isForNow({ code })) return problem("bank_unavailable", { payment_id }, BUSY)
  return problem("invalid_state", { payment_id }, message)
}

const BUSY = "The bank cannot execute the call now. No money was moved. Try again later."
