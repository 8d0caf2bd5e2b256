import type { Notice } from "../../modules/agent/models/session"
import type { NewSession } from "../../modules/agent/sessions"
import { findSession } from "../../queries/sessions"
import type { Call } from "../call"
import { quoted, sessionsOf } from "./sessions"

/**
 * Begins a session. Of one in which nothing can be had nothing becomes: then what the store says to its lines is returned.
 * One with this id that is there already, begun by an attempt that was cut short, stays as it is.
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
