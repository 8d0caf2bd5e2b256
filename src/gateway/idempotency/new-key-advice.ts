import { type ErrorCode, type Problem, problem } from "../../domain/errors"
import type { Call } from "../call"

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

/**
 * Whether a request that was refused with this code can succeed later: with a new idempotency key, or without a key when it
 * is sent again.
 */
export const canRetry = (code: ErrorCode): boolean => OVERCOME_LATER.includes(code)

type Request = Pick<Call, "headers">

const hasKey = ({ headers }: Request) => headers["idempotency-key"] !== undefined

/** The refusal of the request, whose message says how to make another attempt if its code allows one. */
export function withRetryAdvice(refusal: Problem, request: Request): Problem {
  const { code, data, message } = refusal
  if (!canRetry(code)) return refusal
  return problem(code, data, `${sentenceOf(message)} ${hasKey(request) ? NEW_KEY : SEND_AGAIN}`)
}

const NEW_KEY = "Another attempt needs a new Idempotency-Key."
const SEND_AGAIN = "For another attempt, send the call again."

/**
 * The text of a checkout's message with the sentence that another attempt needs a new idempotency key. A request without a
 * key can be a read of a client that uses keys, so the sentence then names its condition.
 */
export const adviseNewKey = (text: string, request: Request): string =>
  `${sentenceOf(text)} ${hasKey(request) ? NEW_KEY : NEW_KEY_IF_ANY}`

const NEW_KEY_IF_ANY = "Another attempt needs a new Idempotency-Key, if you send one."

/** The end of a sentence that asks for another completion; without a key in the request, it names that condition. */
export const withNewKey = (request: Request): string =>
  hasKey(request) ? "with a new idempotency key" : "with a new idempotency key if you send one"

const sentenceOf = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
