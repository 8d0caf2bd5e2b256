import { expect } from "vitest"
import { performEffects } from "./bank-ledger"
import { type Buyer, type Checkout } from "./buyer"
import { sql } from "./database"
import { adminPost } from "./merchant"
import { authenticate } from "./shopper"
import { own, strict } from "./ucp-schemas"

export type UcpOrder = ReturnType<ReturnType<typeof strict>["order"]["parse"]>
export type Refund = ReturnType<ReturnType<typeof own>["refund"]["parse"]>

/** A purchase with all its ids. */
export interface Bought {
  /** The order's number, as text. */
  readonly id: string
  /** Medusa's id. */
  readonly order_id: string
  readonly payment_id: string
  readonly checkout: Checkout
}

/** Sets a stock of mugs that is large enough for all tests. */
export const stockUp = () =>
  sql(`update inventory_level set stocked_quantity = 5000, raw_stocked_quantity = '{"value": "5000", "precision": 20}'
        where inventory_item_id in (select id from inventory_item where sku = 'MUG-SAND')`)

/** The lines and the card of a purchase; all other members go into the checkout's body. */
interface Purchase {
  readonly lines?: readonly [item: string, quantity: number][]
  readonly card?: string
  readonly [member: string]: unknown
}

/**
 * Buys lines through UCP, by default two mugs. Waits until the order is paid and all effects of its payment are
 * executed.
 */
export async function orderThroughUcp(
  buyer: Buyer,
  { lines = MUGS, card, ...more }: Purchase = {}
): Promise<Bought> {
  const { id } = await buyer.ready(lines, more)
  const { continue_url = "" } = await buyer.checkout(buyer.complete(id))
  await authenticate(continue_url, "approve", card)
  const bought = await boughtBy(await buyer.becomes(id, "completed"))
  await performEffects(bought.payment_id)
  return bought
}

const MUGS: readonly [string, number][] = [["MUG-SAND", 2]]

async function boughtBy(checkout: Checkout): Promise<Bought> {
  const [row] = await sql<{ payment_id: string; order_id: string }>(
    "select p.id as payment_id, p.order_id from gw_session s join gw_payment p on p.id = s.payment_id where s.id = $1",
    [checkout.id]
  )
  if (!row || !checkout.order) throw new Error(`checkout ${checkout.id} has no order`)
  return { id: checkout.order.id, checkout, ...row }
}

/** An order as UCP returns it, validated by the strict schema. */
export async function readOrder(buyer: Buyer, id: string): Promise<UcpOrder> {
  return orderIn(buyer, buyer.get(`/orders/${id}`))
}

/** The order in a response with status 200. */
export async function orderIn(
  buyer: Buyer,
  answer: Promise<{ status: number; body: unknown }>
): Promise<UcpOrder> {
  const { status, body } = await answer
  expect([status, body]).toEqual([200, body])
  return strict(buyer.version).order.parse(body)
}

/** A page of orders, with their numbers. */
export async function readOrders(buyer: Buyer, query = "") {
  const { status, body } = await buyer.get(`/orders${query}`)
  expect([status, body]).toEqual([200, body])
  const page = own(buyer.version).orders.parse(body)
  return { ...page, ids: page.orders.map(({ id }) => id) }
}

/** The refund in a response with status 200. */
export async function refundIn(
  buyer: Buyer,
  answer: Promise<{ status: number; body: unknown }>
): Promise<Refund> {
  const { status, body } = await answer
  expect([status, body]).toEqual([200, body])
  return own(buyer.version).refund.parse(body)
}

/** Calls a route of the merchant's admin API; fails unless the response is 200. */
export async function inAdmin<T>(path: string, body: object = {}): Promise<T> {
  const answer = await adminPost(`/admin${path}`, body)
  const content = (await answer.json()) as T
  expect([path, answer.status, content]).toEqual([path, 200, content])
  return content
}

/** The adjustments of one type. */
export const adjustmentsOf = ({ adjustments = [] }: UcpOrder, type: string) =>
  adjustments.filter((one) => one.type === type)
