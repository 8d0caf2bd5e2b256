import { problem } from "../../domain/errors"
import type { QuoteChange, QuoteChanges } from "../../domain/quote-change"
import { AGENT_MODULE } from "../../modules/agent"
import type { Session, SessionOwner, RequestedCheckout } from "../../modules/agent/models/session"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { type SessionNow, findSession } from "../../queries/checkout/sessions"
import { type Quoting, changesFor, unrequestedChanges } from "./quote-changes"
import { type Quoted, chosenDestination, deleteUnusedCart, quoteFor } from "./quote-checkout"
import { limited } from "./limit-quote"
import type { SessionCaller } from "./session-caller"
import { marketByHints } from "../../queries/catalog/buyer-market"
import { shownChannels } from "../../queries/catalog/shown-channels"

type Kind = Session["kind"]

/** The store's checkouts and carts of agents. */
export const sessionsOf = ({ container }: Pick<SessionCaller, "container">) =>
  container.resolve<AgentService>(AGENT_MODULE).sessions

/**
 * The caller's session. Throws `not_found` also for a session of another owner, and for a cart session that has ended,
 * unless this `request` has ended it.
 */
export async function sessionOf(
  kind: Kind,
  id: string,
  caller: SessionCaller,
  request?: string
): Promise<SessionNow> {
  const session = await findSession(caller.container, id, caller.owner)
  if (!session || session.kind !== kind || isEndedCart(session, request))
    throw problem("not_found", { id }, `No ${kind} session matches the id.`)
  return session
}

function isEndedCart({ kind, canceled_at, canceled_by, is_expired }: SessionNow, request?: string): boolean {
  return kind === "cart" && (canceled_at ? canceled_by !== request : is_expired)
}

/**
 * Runs `act` on the caller's session while holding its lock, on any instance; `before` is the session as it was before
 * the lock was acquired. Throws as `sessionOf` does.
 */
export async function withSessionLock<Result>(
  kind: Kind,
  id: string,
  caller: SessionCaller,
  act: (session: SessionNow, before: SessionNow) => Promise<Result>,
  request?: string
): Promise<Result> {
  const before = await sessionOf(kind, id, caller, request)
  const lock = await caller.container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(id)
  try {
    return await act(await sessionOf(kind, id, caller, request), before)
  } finally {
    await lock.release()
  }
}

/**
 * Quotes a requested checkout. The destination's country takes precedence over the context's when the region is
 * selected.
 */
export async function quoted(
  requested: RequestedCheckout,
  { customer_id }: SessionOwner,
  caller: SessionCaller
): Promise<Quoted> {
  const { country, currency } = requested.context
  const delivered = chosenDestination(requested)?.address_country ?? country
  const market = await marketByHints(
    { ...(delivered && { country: delivered }), ...(currency && { currency }) },
    caller.container
  )
  const channels = await shownChannels(caller.container)
  return quoteFor(caller.container, { requested, market, channels, customer_id })
}

/** The request that has a session quoted again, and the differences from the known quote that are reported to it. */
export interface Requoting extends Omit<QuoteChanges, "changes"> {
  readonly compare: (before: Quoting, after: Quoting) => readonly QuoteChange[]
  /** Whether the new quote states that the client's limits do not allow the total. A completion rejects it instead. */
  readonly states_limits?: true
}

/**
 * Stores a requested checkout with its new quote and, in the same statement, with what the store has changed in it.
 * Deletes the previous cart unless it became an order.
 */
export async function requote(
  session: SessionNow,
  requested: RequestedCheckout,
  caller: SessionCaller,
  { compare, states_limits, ...request }: Requoting
): Promise<void> {
  const { cart_id, ...quoting } = await quoted(requested, session, caller)
  const quote = states_limits ? await limited(quoting.quote, session, caller.container) : quoting.quote
  const quote_changes = changesFor(request, compare(session, { requested, quote }))
  if (!(await sessionsOf(caller).change(session, { requested, quote, quote_changes, cart_id })))
    return deleteUnusedCart(caller.container, cart_id)
  if (session.attempt?.cart_id !== session.cart_id) await deleteUnusedCart(caller.container, session.cart_id)
}

/**
 * Changes the requested checkout and computes a new quote, which reports what the update did not ask for. `by` is the
 * request: a repetition of it after a crash changes nothing more, so that its report is not lost.
 */
export async function update(
  session: SessionNow,
  change: (requested: RequestedCheckout) => RequestedCheckout,
  caller: SessionCaller,
  by: string
): Promise<void> {
  if (session.quote_changes?.by === by) return
  const requoting: Requoting = { by, compare: unrequestedChanges, states_limits: true }
  await requote(session, change(session.requested), caller, requoting)
}
