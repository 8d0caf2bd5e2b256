import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { type SessionNow, findSession } from "../../queries/checkout/sessions"
import { quoteOfCart } from "../checkout/quote-checkout"
import type { SessionCaller } from "../checkout/session-caller"
import { recordOrderOfCart } from "./find-orders"
import { newToken } from "./hand-off-token"

/**
 * The session with what has happened in the storefront: the order, if the customer has completed the cart; otherwise the
 * cart's current contents and amounts, and a new link if the unused one has expired.
 */
export async function followHandOff(
  session: SessionNow,
  { container }: Pick<SessionCaller, "container">
): Promise<SessionNow> {
  const { id, hand_off } = session
  if (!hand_off) return session
  const outcome = await recordOrderOfCart(container, { session_id: id, cart_id: hand_off.cart_id })
  if (outcome !== "recorded") await followCart(session, hand_off, container)
  return (await findSession(container, id, session)) ?? session
}

type HandOff = NonNullable<SessionNow["hand_off"]>

async function followCart(
  session: SessionNow,
  { cart_id, is_expired, adopted_at, is_followed }: HandOff,
  container: SessionCaller["container"]
): Promise<void> {
  const { id, is_expired: isOver, canceled_at } = session
  if ((isOver && !is_followed) || canceled_at) return
  const { sessions, handOffs } = container.resolve<AgentService>(AGENT_MODULE)
  if (is_expired && !adopted_at) await handOffs.renew(id, newToken(id, container))
  const quote = adopted_at ? await quoteOfCart(container, cart_id, session) : undefined
  if (quote) await sessions.follow(id, quote)
}
