import type { Setting } from "../../gateway/customer-pages/customer-page"
import { type Markup, markup } from "../../gateway/markup"
import type { Payment } from "../../modules/bank/models/payment"

/** What a customer pays for on a page of the store, and the order's number. */
export function paymentFacts({ cart_id, shop_order_id, description }: Payment, { texts }: Setting): Markup {
  const row = (name: string, value: string) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const order = shop_order_id ? row(texts.order_number, String(shop_order_id)) : undefined
  // The description of a checkout contains its id, which the customer does not know.
  const purpose = cart_id ? undefined : row(texts.pay.purpose, description)
  return markup`<dl>${purpose}${order}</dl>`
}
