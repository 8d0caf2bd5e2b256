import { expect } from "vitest"
import type { AcpAgent } from "./acp"
import type { Agent } from "./agent"
import { ledgerOf, performEffects } from "./bank-ledger"
import type { Buyer } from "./buyer"
import { sql } from "./database"
import { authenticate } from "./shopper"
import { orderThroughUcp } from "./ucp-orders"

/** A paid order with all ids by which a client could name it. */
export interface PlacedOrder {
  /** The session's or the checkout's id; for A2A the task's. */
  readonly session_id: string
  readonly number: string
  readonly order_id: string
  readonly payment_id: string
}

/** The scopes of an agent that may do everything with its payments. */
export const PAYMENT_SCOPES = ["read", "create", "capture", "refund"].map((right) => `a2a:payments:${right}`)

/** One paid order of each protocol. */
export type PlacedOrders = Readonly<Record<"UCP" | "ACP" | "A2A", PlacedOrder>>

/** Buys once over each protocol; the customer pays. */
export async function placeOrders(
  { platform, acp, agent }: { platform: Buyer; acp: AcpAgent; agent: Agent },
  item: string
): Promise<PlacedOrders> {
  return { UCP: await overUcp(platform, item), ACP: await overAcp(acp, item), A2A: await overA2a(agent) }
}

async function overUcp(buyer: Buyer, item: string): Promise<PlacedOrder> {
  const { checkout, id: number, ...ids } = await orderThroughUcp(buyer, { lines: [[item, 1]] })
  return { ...ids, number, session_id: checkout.id }
}

/** Buys two units over ACP; the buyer pays. */
export async function overAcp(by: AcpAgent, item: string): Promise<PlacedOrder> {
  const { id } = await by.ready([[item, 2]])
  const { order } = await by.authenticateBuyer(await by.session(by.complete(id)), "completed")
  return paid("s.id = $1", id, { session_id: id, number: String(order?.id) })
}

async function overA2a(agent: Agent): Promise<PlacedOrder> {
  const { task_id, artifacts } = await agent.createPayment()
  await authenticate(artifacts.sca_redirect_url)
  await agent.settled(task_id)
  const { payment_id, shop_order_id } = artifacts
  return paid("p.id = $1", payment_id, { session_id: task_id, number: String(shop_order_id) })
}

async function paid(
  where: string,
  id: string,
  ids: Pick<PlacedOrder, "session_id" | "number">
): Promise<PlacedOrder> {
  const [row] = await sql<{ payment_id: string; order_id: string }>(
    `select p.id as payment_id, p.order_id
       from gw_payment p left join gw_session s on s.payment_id = p.id where ${where}`,
    [id]
  )
  if (!row) throw new Error(`${id} has no payment`)
  await performEffects(row.payment_id)
  return { ...ids, ...row }
}

/** Expects that an order is paid and in no part refunded. */
export async function expectUntouched({ payment_id, order_id }: PlacedOrder): Promise<void> {
  const { amounts } = await ledgerOf(payment_id)
  expect([amounts.captured > 0, amounts.refunded, amounts.voided]).toEqual([true, 0, 0])
  expect(await sql(`select status from "order" where id = $1`, [order_id])).toEqual([{ status: "pending" }])
}

/** All ids of an order. */
export const namesOf = ({ session_id, number, order_id, payment_id }: PlacedOrder) => [
  session_id,
  number,
  order_id,
  payment_id,
]
