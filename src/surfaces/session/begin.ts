import type { Notice } from "../../modules/agent/models/session"
import type { NewSession } from "../../modules/agent/sessions"
import { findSession } from "../../queries/sessions"
import type { Call } from "../call"
import { quoted, sessionsOf } from "./sessions"

/**
 * Creates a session. When none of the requested lines is available, creates nothing and returns the notices of the
 * quote. An existing session with this id, from an interrupted attempt, stays as it is.
 */
export async function begin(
  session: Omit<NewSession, "quote" | "cart_id">,
  call: Call
): Promise<readonly Notice[] | undefined> {
  if (await findSession(call.container, session.id, session)) return undefined
  const { quote, cart_id } = await quoted(session.wishes, session, call)
  if (session.wishes.lines.length && !quote.lines.length) return quote.notices
  await sessionsOf(call).insert({ ...session, quote, cart_id })
  return undefined
}
