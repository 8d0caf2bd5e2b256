import type { Problem } from "../../../domain/errors"
import type { Call } from "../../call"
import { HTTP_STATUS } from "../../http-status"
import { type RawReply, json } from "../../reply"
import { errorBody } from "../errors"
import { versionOf } from "../negotiation/agreement"

/** A checkout whose payment was refused at once: the checkout itself, with the members of an error, and its status. */
export function refusedCheckout(checkout: object, refusal: Problem, call: Call): RawReply {
  // The envelope and the messages are the checkout's.
  const { ucp: _, messages: __, ...members } = errorBody(refusal, versionOf(call))
  return json({ ...checkout, ...members }, HTTP_STATUS[refusal.code])
}
