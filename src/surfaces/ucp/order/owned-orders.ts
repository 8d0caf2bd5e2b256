import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { allows } from "../../../domain/scopes"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import { type AgentOrder, findOrder, type OrderReader } from "../../../queries/order/agent-orders"
import { type Call, callerOf, ownerOf } from "../../../gateway/call"
import { PathId } from "../../../gateway/schemas"
import { envelopeOf } from "../negotiation/agreement"
import type { StoreAccess } from "../order-page"
import { knownOrders } from "../../../queries/order/known-orders"
import { type OrderView, orderView } from "./order-view"

/** The order in a path: its number, or Medusa's id. */
export const OrderKey = z.object({ id: PathId })
export type OrderKey = z.infer<typeof OrderKey>

/**
 * The orders that a call may read: those of its client. With the scope `dev.ucp.shopping.order.all:read` it also reads
 * what other clients placed for its customer; that never allows changing them.
 */
export function readerOf(call: Call): OrderReader {
  const sees_all_of_customer = allows(callerOf(call).scopes, "dev.ucp.shopping.order.all:read")
  return { ...ownerOf(call), sees_all_of_customer }
}

/** The reader's order. Throws `not_found` also for an order of another client, and for one that is not authorized yet. */
async function orderNamed(id: string, call: Call, reader: OrderReader): Promise<AgentOrder> {
  const order = await findOrder(call.container, reader, id)
  if (order) return order
  throw problem("not_found", { id }, "No order matches the id.")
}

/** Orders in UCP's format, without the envelope. A page takes as many queries as one order. */
export async function orderViews(orders: readonly AgentOrder[], store: StoreAccess): Promise<OrderView[]> {
  return (await knownOrders(store.container, orders)).map((known) => orderView(known, store))
}

/** The response body with one order that the caller may read. */
export async function orderAnswer(id: string, call: Call): Promise<object> {
  const ucp = envelopeOf(call, "dev.ucp.shopping.order")
  const [order] = await orderViews([await orderNamed(id, call, readerOf(call))], call)
  return { ucp, ...order }
}

/**
 * Runs `action` on an order that the caller's client placed, under a lock: no other agent call changes the order at the same time, on any
 * instance. Throws `not_found` also for an order that the caller may only read.
 */
export async function withOrderLease<Result>(
  id: string,
  call: Call,
  action: (order: AgentOrder) => Promise<Result>
): Promise<Result> {
  const owner = ownerOf(call)
  const { order_id } = await orderNamed(id, call, owner)
  const lease = await call.container.resolve<BankService>(BANK_MODULE).cartLocks.acquire(order_id)
  try {
    return await action(await orderNamed(order_id, call, owner))
  } finally {
    await lease.release()
  }
}
