import type { Problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { HTTP_STATUS } from "../../../gateway/http-status"
import { type RawReply, json } from "../../../gateway/reply"
import { isOfficial } from "../official-call"
import { errorBody } from "../ucp-errors"
import { versionOf } from "../negotiation/agreement"

/**
 * The response for a payment that was refused at once: the checkout, with the status of the error and, except to an
 * official call, its members. The checkout's own messages name the error.
 */
export function refusedCheckout(checkout: object, refusal: Problem, call: Call): RawReply {
  if (isOfficial(call)) return json(checkout, HTTP_STATUS[refusal.code])
  // Envelope and messages come from the checkout, not from the error.
  const { ucp: _, messages: __, ...members } = errorBody(refusal, versionOf(call))
  return json({ ...checkout, ...members }, HTTP_STATUS[refusal.code])
}
