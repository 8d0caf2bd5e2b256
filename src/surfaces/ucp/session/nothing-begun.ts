import type { Notice } from "../../../modules/agent/models/session"
import type { Call } from "../../call"
import { type RawReply, json } from "../../reply"
import { errorEnvelope } from "../errors"
import { versionOf } from "../negotiation/agreement"
import { noticeMessage } from "./messages"

/** What to answer when nothing became of a session, because nothing can be had (UCP: Error handling). */
export function nothingBegun(notices: readonly Notice[], call: Call): RawReply {
  const errors = notices.map(noticeMessage).filter((message) => message.type === "error")
  const final = errors.map((error) => ({ ...error, severity: "unrecoverable" as const }))
  return json(errorEnvelope(versionOf(call), final))
}
