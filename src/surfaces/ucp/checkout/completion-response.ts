import type { ErrorCode, Problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { withRetryAdvice } from "../../../gateway/idempotency/new-key-advice"
import type { Paid } from "../../../workflows/checkout/paid"
import { HTTP_STATUS } from "../../../gateway/http-status"
import { type RawReply, json } from "../../../gateway/reply"
import { isOfficial } from "../official-call"
import { errorBody, messageOf } from "../ucp-errors"
import { versionOf } from "../negotiation/agreement"
import { type Message, UNCHANGED } from "../session/session-messages"
import { checkoutView } from "./checkout-view"

/** The response to completing a checkout. A payment that was refused at once is an error. */
export function completionResponse(paid: Paid, call: Call): RawReply {
  const { session, obstacle, duplicate } = paid
  const refusal = paid.refusal && withRetryAdvice(paid.refusal, call)
  if (duplicate) return json(checkoutView(session, call, [repeats(duplicate)]))
  if (!refusal) return json(checkoutView(session, call, obstacle ? messagesOf(obstacle, call) : []))
  const path = PATHS[refusal.code]
  const more = path ? [{ ...messageOf(refusal), path }] : []
  return refusedCheckout(checkoutView(session, call, more), refusal, call)
}

/**
 * The response for a payment that was refused at once: the checkout, with the status of the error and, except to an
 * official call, its members. The checkout's own messages name the error.
 */
function refusedCheckout(checkout: object, refusal: Problem, call: Call): RawReply {
  if (isOfficial(call)) return json(checkout, HTTP_STATUS[refusal.code])
  // Envelope and messages come from the checkout, not from the error.
  const { ucp: _, messages: __, ...members } = errorBody(refusal, versionOf(call))
  return json({ ...checkout, ...members }, HTTP_STATUS[refusal.code])
}

/** What a limit of the merchant is about. */
const PATHS: Partial<Record<ErrorCode, string>> = { spending_limit: "$.totals", unpaid_limit: "$.line_items" }

function messagesOf(obstacle: NonNullable<Paid["obstacle"]>, call: Call): Message[] {
  return obstacle === "under_way" && reportsUnchanged(call) ? [UNCHANGED] : []
}

/** Whether a message says that completing again has changed nothing (UCP: Actions); 2026-04-08 has no such message. */
const reportsUnchanged = (call: Call) => versionOf(call) !== "2026-04-08"

/** The warning about an equal purchase; the buyer decides whether to make it again. */
const repeats = ({ code, message }: Problem): Message => ({
  type: "warning",
  code,
  path: "$.line_items",
  content: `${message} To buy the same again, complete this checkout again with a new Idempotency-Key.`,
})
