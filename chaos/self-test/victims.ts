/*
 * The payments that planted faults change: the first one of a kind, as a subquery for its id. The books contain one
 * of each, because `undisturbedCourses` makes it. No work may be pending.
 */

const first = (where: string) => `(select p.id from gw_payment p where ${where} order by p.id limit 1)`

/** Without payments under review: a payment whose refund failed is excepted from some checks. */
const PLAIN = `p.intent = 'sale' and p.status = 'captured' and p.refunded_amount = 0 and p.currency <> 'JPY'
  and p.review_reason is null`

const OF_TASK = `p.origin = 'order' and exists (select from gw_task t where t.waits_for = p.id)`

/** A payment of an agent that was captured and not refunded. */
export const PAID = first(`${PLAIN} and ${OF_TASK}`)

/** The same, of a cart with reserved items. */
export const BOUGHT = first(`${PLAIN} and p.origin = 'cart' and exists (
  select from order_item i join reservation_item r on r.line_item_id = i.item_id where i.order_id = p.order_id)`)

/** A payment in a currency without decimals. */
export const IN_YEN = first("p.intent = 'sale' and p.status = 'captured' and p.currency = 'JPY'")

/** A payment that was refunded in part or in full, and whose order is not canceled. */
export const REFUNDED = first(
  `p.refunded_amount > 0 and exists (select 1 from "order" o where o.id = p.order_id and o.status <> 'canceled')`
)

/** A payment that the bank has declined. */
export const DECLINED = first(`p.status = 'declined' and ${OF_TASK} and p.bank_payment_id is not null`)

/** A saved card without a payment. */
export const SAVED_CARD =
  "(select id from gw_card_token where status = 'active' and payment_id is null order by id limit 1)"

/** The id of Medusa's payment for a payment of the plugin. */
export const recordOf = (payment: string): string =>
  `(select m.id from payment m join gw_payment p on p.session_id = m.payment_session_id where p.id = ${payment})`

/** The id of the order of a payment. */
export const orderOf = (payment: string): string => `(select order_id from gw_payment where id = ${payment})`
