import { type ErrorCode, type Problem, problem } from "../../domain/errors"

/**
 * Refusals that the same request can overcome later: after a change of the checkout, another payment, or a decision of the
 * merchant. They are stored, so a repetition with the same key gets the refusal again.
 */
const OVERCOME_LATER: readonly ErrorCode[] = [
  "payment_failed",
  "spending_limit",
  "mandate_limit",
  "unpaid_limit",
  "no_payment_route",
  "checkout_incomplete",
  "refunds_disabled",
  "refund_pending_approval",
  "amount_exceeds_captured",
]

/** Whether a request that was refused with this code can succeed later, but only with a new idempotency key. */
export const needsNewKey = (code: ErrorCode): boolean => OVERCOME_LATER.includes(code)

/** The text with the sentence that another attempt needs a new idempotency key. */
export function adviseNewKey(text: string): string {
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`
  return `${sentence} ${ADVICE}`
}

const ADVICE = "Another attempt needs a new Idempotency-Key."

/** The refusal, whose message gives this advice if its code needs a new key. */
export function withNewKeyAdvice(refusal: Problem): Problem {
  const { code, data, message } = refusal
  return needsNewKey(code) ? problem(code, data, adviseNewKey(message)) : refusal
}
