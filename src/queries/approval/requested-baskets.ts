import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { boughtIn, chosenDestination } from "../../modules/agent/models/bought"
import type { Session } from "../../modules/agent/models/session"
import type { Approval, RequestedBasket } from "../../modules/policy/models/approval"

type ApprovalRow = Pick<Approval, "session_id" | "bought">
type SessionRow = Pick<Session, "id" | "requested" | "quote">

/**
 * Returns a lookup of the checkout contents for approvals. Null for a task, and if the checkout was deleted or
 * now buys something else, so that the contents are exactly the approved ones.
 */
export async function requestedBaskets(
  knex: Knex,
  approvals: readonly ApprovalRow[]
): Promise<(approval: ApprovalRow) => RequestedBasket | null> {
  const ids = approvals.flatMap(({ session_id }) => session_id ?? [])
  const sessions: SessionRow[] = await knex("gw_session")
    .whereIn("id", ids)
    .select("id", "requested", "quote")
  return ({ session_id, bought }) => {
    const session = sessions.find(({ id }) => id === session_id)
    return session && boughtIn(session) === bought ? basketOf(session) : null
  }
}

function basketOf({ requested, quote }: SessionRow): RequestedBasket {
  const { lines, options, discount, fulfillment, tax } = quote
  const option = options.find(({ id }) => id === requested.delivery.selected_option_id)
  const { id: _, ...address } = chosenDestination(requested) ?? { id: "" }
  return {
    lines: lines.map(({ title, quantity, total }) => ({ title, quantity, total })),
    discount,
    tax,
    delivery: option ? { title: option.title, amount: fulfillment } : null,
    address: quote.needs_delivery ? address : null,
    email: requested.buyer.email ?? null,
  }
}
