import { problem } from "../../domain/errors"
import { AGENT_MODULE } from "../../modules/agent"
import type { Session, SessionOwner, Wishes } from "../../modules/agent/models/session"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { type SessionNow, findSession } from "../../queries/sessions"
import { type Quoted, chosenDestination, forgetCart, quoteFor } from "../../workflows/session/quote"
import type { Call } from "../call"
import { marketByHints } from "../market"
import { ownerOf } from "./owner"
import { shownChannels } from "../shown-channels"

type Kind = Session["kind"]

export const sessionsOf = (call: Call) => call.container.resolve<AgentService>(AGENT_MODULE).sessions

/**
 * The caller's session. Throws `not_found` also for a session of another owner, and for a cart session that has ended,
 * unless this `request` has ended it.
 */
export async function sessionOf(kind: Kind, id: string, call: Call, request?: string): Promise<SessionNow> {
  const session = await findSession(call.container, id, ownerOf(call))
  if (!session || session.kind !== kind || isEndedCart(session, request))
    throw problem("not_found", { id }, `No ${kind} session matches the id.`)
  return session
}

function isEndedCart({ kind, canceled_at, canceled_by, is_expired }: SessionNow, request?: string): boolean {
  return kind === "cart" && (canceled_at ? canceled_by !== request : is_expired)
}

/** Runs `act` on the caller's session while holding its lock, on any instance. Throws as `sessionOf` does. */
export async function holding<Result>(
  kind: Kind,
  id: string,
  call: Call,
  act: (session: SessionNow) => Promise<Result>,
  request?: string
): Promise<Result> {
  await sessionOf(kind, id, call, request)
  const held = await call.container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(id)
  try {
    return await act(await sessionOf(kind, id, call, request))
  } finally {
    await held.release()
  }
}

/**
 * Quotes a requested checkout. The destination's country takes precedence over the context's when the region is
 * selected.
 */
export async function quoted(wishes: Wishes, { customer_id }: SessionOwner, call: Call): Promise<Quoted> {
  const { country, currency } = wishes.context
  const delivered = chosenDestination(wishes)?.address_country ?? country
  const market = await marketByHints(
    { ...(delivered && { country: delivered }), ...(currency && { currency }) },
    call
  )
  const channels = await shownChannels(call.container)
  return quoteFor(call.container, { wishes, market, channels, customer_id })
}

/** Stores a requested checkout with its new quote, and deletes the previous cart unless it became an order. */
export async function rewrite(session: SessionNow, wishes: Wishes, call: Call): Promise<void> {
  const { quote, cart_id } = await quoted(wishes, session, call)
  if (!(await sessionsOf(call).change(session, { wishes, quote, cart_id })))
    return forgetCart(call.container, cart_id)
  if (session.attempt?.cart_id !== session.cart_id) await forgetCart(call.container, session.cart_id)
}
