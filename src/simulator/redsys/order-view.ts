import type { Bank } from "../bank"
import type { RedsysOrder } from "./redsys-orders"

/** All orders for the control port, with their results and operations. Amounts in minor units. */
export const redsysOrderViews = ({ redsys: { orders } }: Bank): object[] =>
  orders.list().map(({ merchant, saved_card, ...order }) => ({
    merchant_code: merchant.merchant_code,
    ...factsOf(order),
    saved_card: saved_card && { identifier: saved_card.identifier, is_deleted: !orders.hasCard(saved_card) },
  }))

type Facts = Omit<RedsysOrder, "merchant" | "saved_card">

/** Without the card and the secrets of the page. */
const factsOf = ({ order, terminal, currency, type, amount, merchant_data, method, ...results }: Facts) => ({
  order,
  terminal,
  currency,
  type,
  amount,
  merchant_data,
  method,
  response: results.response,
  captured: results.captured,
  refunded: results.refunded,
  is_voided: results.is_voided,
  is_notified: results.is_notified,
  operations: results.operations,
})
