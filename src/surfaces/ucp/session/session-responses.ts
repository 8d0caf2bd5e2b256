import type { Notice } from "../../../modules/agent/models/session"
import type { Call } from "../../../gateway/call"
import { type RawReply, json } from "../../../gateway/reply"
import { errorEnvelope } from "../ucp-errors"
import { versionOf } from "../negotiation/agreement"
import { noticeMessage } from "./session-messages"

/** The response when no session was created because no requested item is available (UCP: Error handling). */
export function unavailableResponse(notices: readonly Notice[], call: Call): RawReply {
  const errors = notices.map(noticeMessage).filter((message) => message.type === "error")
  const final = errors.map((error) => ({ ...error, severity: "unrecoverable" as const }))
  return json(errorEnvelope(versionOf(call), final))
}
