import { expect } from "vitest"
import { performEffects } from "../bank-ledger"
import { type Buyer, amountOf } from "../buyer"
import { sql } from "../database"
import { runJob } from "../jobs"
import { adminGet, capturesOf, type Order, orderNumber, refundsOf, timesPlacedEventually } from "../merchant"
import { strayReservations } from "../ordered-once"
import { ordersOf } from "../purchases"
import type { Moved, Payable, PaymentRoute } from "./payment-route"

/** A paid order, with the id of the plugin's payment. */
export interface Bought {
  readonly id: string
  readonly order: Order
}

/** Major units as minor units. */
export const minor = (amounts: readonly number[]) =>
  Math.round(amounts.reduce((sum, one) => sum + one, 0) * 100)

/** A checkout that its customer has paid, and what has been moved since. */
export interface Purchase<P extends Payable> {
  readonly payable: P
  readonly bought: Bought
  readonly moved: Moved
}

/** Executes what is still to be done for a payment, as the jobs do after their waiting times. */
async function bringUpToDate(payment_id: string): Promise<void> {
  await performEffects(payment_id)
  await sql("update gw_book_check set next_at = now() where payment_id = $1", [payment_id])
  await runJob("compare-books")
}

/** Expects that the provider, Medusa and the plugin have moved the same money, and that the order is in balance. */
export async function expectMoved<P extends Payable>(
  route: PaymentRoute<P>,
  { payable, bought: { id, order }, moved }: Purchase<P>
): Promise<void> {
  const read = async () => {
    await bringUpToDate(id)
    const now = await orderNumber(order.display_id)
    const path = `/admin/agentic-commerce/payments/${id}`
    const { payment } = await adminGet<{ payment: { captured_amount: number; refunded_amount: number } }>(
      path
    )
    return {
      provider: route.ledger ? await route.ledger(payable) : moved,
      medusa: { captured: minor(capturesOf(now)), refunded: minor(refundsOf(now)) },
      plugin: { captured: payment.captured_amount, refunded: payment.refunded_amount },
      booked: { captured: minor([now.summary.paid_total]), refunded: minor([now.summary.refunded_total]) },
      outstanding: now.summary.pending_difference,
    }
  }
  await expect
    .poll(read)
    .toEqual({ provider: moved, medusa: moved, plugin: moved, booked: moved, outstanding: 0 })
}

/**
 * Expects that a checkout is completed by one order, which reserves its stock once, is announced once, and is paid with
 * exactly its total, once; other attempts have only canceled orders without stock.
 */
export async function expectBought<P extends Payable>(
  route: PaymentRoute<P>,
  payable: P,
  buyer: Buyer
): Promise<Bought> {
  const completed = await buyer.becomes(payable.id, "completed")
  const number = Number(completed.order?.id)
  const orders = await ordersOf(payable.id)
  const others = orders.filter(({ display_id }) => display_id !== number)
  expect(others).toEqual(others.map((one) => ({ ...one, status: "canceled", reserved: 0 })))
  expect(orders).toContainEqual({ display_id: number, status: "pending", reserved: 1 })
  const order = await orderNumber(number)
  await route.capture?.(order)
  const total = amountOf(completed, "total")
  expect(total).toBe(minor([order.total]))
  const payments = await sql<{ id: string }>("select id from gw_payment where order_id = $1", [order.id])
  expect(payments).toHaveLength(1)
  const bought = { id: payments[0]?.id ?? "", order }
  await expectMoved(route, { payable, bought, moved: { captured: total, refunded: 0 } })
  expect(await timesPlacedEventually(order)).toBe(1)
  return bought
}

/** Expects that a checkout has no open order, no stock, and no money of its customer. */
export async function expectNothingSold<P extends Payable>(
  route: PaymentRoute<P>,
  payable: P
): Promise<void> {
  const read = async () => {
    const { captured, refunded } = (await route.ledger?.(payable)) ?? { captured: 0, refunded: 0 }
    const orders = await ordersOf(payable.id)
    return {
      held: captured - refunded,
      open: orders.filter(({ status, reserved }) => status !== "canceled" || reserved > 0),
      stray: await strayReservations(),
    }
  }
  await expect.poll(read).toEqual({ held: 0, open: [], stray: [] })
}
