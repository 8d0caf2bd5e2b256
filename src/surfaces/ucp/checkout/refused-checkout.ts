import type { Problem } from "../../../domain/errors"
import type { Call } from "../../../gateway/call"
import { HTTP_STATUS } from "../../../gateway/http-status"
import { type RawReply, json } from "../../../gateway/reply"
import { errorBody } from "../ucp-errors"
import { versionOf } from "../negotiation/agreement"

/** The response for a payment that was refused at once: the checkout, with the members and the status of the error. */
export function refusedCheckout(checkout: object, refusal: Problem, call: Call): RawReply {
  // Envelope and messages come from the checkout, not from the error.
  const { ucp: _, messages: __, ...members } = errorBody(refusal, versionOf(call))
  return json({ ...checkout, ...members }, HTTP_STATUS[refusal.code])
}
