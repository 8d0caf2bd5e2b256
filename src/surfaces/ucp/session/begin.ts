import type { NewSession } from "../../../modules/agent/sessions"
import { findSession } from "../../../queries/sessions"
import type { Call } from "../../call"
import { type RawReply, json } from "../../reply"
import { errorEnvelope } from "../errors"
import { versionOf } from "../negotiation/agreement"
import { noticeMessage } from "./messages"
import { quoted, sessionsOf } from "./sessions"

/**
 * Begins a session. Of one in which nothing can be had nothing becomes: then what to answer is returned (UCP: Error
 * handling). One with this id that is there already, begun by an attempt that was cut short, stays as it is.
 */
export async function begin(
  session: Omit<NewSession, "quote" | "cart_id">,
  call: Call
): Promise<RawReply | undefined> {
  if (await findSession(call.container, session.id, session)) return undefined
  const { quote, cart_id } = await quoted(session.wishes, session, call)
  if (session.wishes.lines.length && !quote.lines.length) {
    const errors = quote.notices.map(noticeMessage).filter((message) => message.type === "error")
    const final = errors.map((error) => ({ ...error, severity: "unrecoverable" as const }))
    return json(errorEnvelope(versionOf(call), final))
  }
  await sessionsOf(call).insert({ ...session, quote, cart_id })
  return undefined
}
