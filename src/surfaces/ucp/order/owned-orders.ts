import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import { type AgentOrder, findOrder } from "../../../queries/order/agent-orders"
import type { Call } from "../../../gateway/call"
import { PathId } from "../../../gateway/schemas"
import { envelopeOf } from "../negotiation/agreement"
import type { StoreAccess } from "../order-page"
import { knownOrders } from "../../../queries/order/known-orders"
import { ownerOf } from "../../../gateway/session-owner"
import { type OrderView, orderView } from "./order-view"

/** The order in a path: its number, or Medusa's id. */
export const OrderKey = z.object({ id: PathId })
export type OrderKey = z.infer<typeof OrderKey>

/**
 * The caller's order. Throws `not_found` also for an order of another caller, and for one that is not authorized yet.
 */
export async function orderNamed(id: string, call: Call): Promise<AgentOrder> {
  const order = await findOrder(call.container, ownerOf(call), id)
  if (order) return order
  throw problem("not_found", { id }, "No order matches the id.")
}

/** Orders in UCP's format, without the envelope. A page takes as many queries as one order. */
export async function orderViews(orders: readonly AgentOrder[], store: StoreAccess): Promise<OrderView[]> {
  return (await knownOrders(store.container, orders)).map((known) => orderView(known, store))
}

/** The response body with one order. */
export async function orderAnswer(id: string, call: Call): Promise<object> {
  const ucp = envelopeOf(call, "dev.ucp.shopping.order")
  const [order] = await orderViews([await orderNamed(id, call)], call)
  return { ucp, ...order }
}

/**
 * Runs `action` on the caller's order under a lock: no other agent call changes the order at the same time, on any
 * instance. Throws as `orderNamed` does.
 */
export async function withOrderLease<Result>(
  id: string,
  call: Call,
  action: (order: AgentOrder) => Promise<Result>
): Promise<Result> {
  const { order_id } = await orderNamed(id, call)
  const lease = await call.container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(order_id)
  try {
    return await action(await orderNamed(order_id, call))
  } finally {
    await lease.release()
  }
}
