import { randomBytes } from "node:crypto"
import type { TypedCard } from "../cards"
import { APPROVED, responseTo } from "./redsys-cards"
import type { RedsysOrder, RedsysOrders } from "./redsys-orders"

/** Ends a payment on the page with the issuer's response to its card, and saves the card if that was agreed. */
export function endWithCard(orders: RedsysOrders, order: RedsysOrder, card: TypedCard, now: Date): void {
  order.card = card
  endPayment(order, responseTo(card, order.amount, now))
  if (order.response !== APPROVED || !order.saves_card) return
  order.saved_card = {
    merchant_code: order.merchant.merchant_code,
    identifier: randomBytes(20).toString("hex"),
    cof_type: order.cof_type,
    network_transaction_id: order.cof_type && newTransactionId(),
    card,
  }
  orders.saveCard(order.saved_card)
}

const newTransactionId = () => String(parseInt(randomBytes(6).toString("hex"), 16)).padStart(15, "0")

/** Ends a payment with a response. An approved sale is captured. */
export function endPayment(order: RedsysOrder, response: string): void {
  const { type, amount } = order
  order.response = response
  order.operations.push({ type, amount, response })
  if (response === APPROVED && type === "0") order.captured = amount
}
