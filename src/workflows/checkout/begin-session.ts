import type { Notice } from "../../modules/agent/models/session"
import type { NewSession } from "../../modules/agent/sessions"
import { findSession } from "../../queries/checkout/sessions"
import type { SessionCaller } from "./session-caller"
import { limited } from "./limit-quote"
import { quoted, sessionsOf } from "./owned-sessions"
import { storeProviderCards } from "./store-provider-cards"

/**
 * Creates a session. When none of the requested lines is available, creates nothing and returns the notices of the
 * quote. An existing session with this id, from an interrupted attempt, stays as it is.
 */
export async function begin(
  session: Omit<NewSession, "quote" | "cart_id">,
  caller: SessionCaller
): Promise<readonly Notice[] | undefined> {
  if (await findSession(caller.container, session.id, session)) return undefined
  const { cart_id, ...quoting } = await quoted(session.requested, session, caller)
  const quote = await limited(quoting.quote, session, caller.container)
  if (session.requested.lines.length && !quote.lines.length) return quote.notices
  await sessionsOf(caller).insert({ ...session, quote, cart_id })
  await storeProviderCards({ ...session, quote, cart_id }, caller)
  return undefined
}
