import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import { type AgentOrder, findOrder } from "../../../queries/agent-orders"
import type { Call } from "../../call"
import { PathId } from "../../schemas"
import { envelopeOf } from "../negotiation/agreement"
import type { StoreAccess } from "../order-page"
import { knownOrders } from "../../session/known-orders"
import { ownerOf } from "../../session/owner"
import { type OrderView, orderView } from "./view"

/** An order in a path: its number, or Medusa's id. */
export const OrderKey = z.object({ id: PathId })
export type OrderKey = z.infer<typeof OrderKey>

/** The caller's order. Throws `not_found` also for one of somebody else, and for one that is not authorised yet. */
export async function orderNamed(id: string, call: Call): Promise<AgentOrder> {
  const order = await findOrder(call.container, ownerOf(call), id)
  if (order) return order
  throw problem("not_found", { id }, "No order matches the id.")
}

/** Orders in UCP's words, without the envelope: a page costs as many statements as one. */
export async function orderViews(orders: readonly AgentOrder[], store: StoreAccess): Promise<OrderView[]> {
  return (await knownOrders(store.container, orders)).map((known) => orderView(known, store))
}

/** The answer that tells one order as it stands. */
export async function orderAnswer(id: string, call: Call): Promise<object> {
  const ucp = envelopeOf(call, "dev.ucp.shopping.order")
  const [order] = await orderViews([await orderNamed(id, call)], call)
  return { ucp, ...order }
}

/** Does something to the caller's order while no other agent's call does, on any instance. Throws as `orderNamed` does. */
export async function holdingOrder<Result>(
  id: string,
  call: Call,
  act: (order: AgentOrder) => Promise<Result>
): Promise<Result> {
  const { order_id } = await orderNamed(id, call)
  const held = await call.container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(order_id)
  try {
    return await act(await orderNamed(order_id, call))
  } finally {
    await held.release()
  }
}
