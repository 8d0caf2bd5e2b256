/*
 * Whom the planted faults befall: the first payment of a kind, as a subquery for its id. The books must be at rest and
 * hold one of each.
 */

const first = (where: string) => `(select p.id from gw_payment p where ${where} order by p.id limit 1)`

/** Money that could not go back is allowed what is wrong for all other. */
const PLAIN = `p.intent = 'sale' and p.status = 'captured' and p.refunded_amount = 0 and p.currency <> 'JPY'
  and p.review_reason is null`

const OF_TASK = `p.origin = 'order' and exists (select from gw_task t where t.waits_for = p.id)`

/** An agent's payment that was paid and kept. */
export const PAID = first(`${PLAIN} and ${OF_TASK}`)

/** The same, of a shopper's cart whose goods are in stock. */
export const BOUGHT = first(`${PLAIN} and p.origin = 'cart' and exists (
  select from order_item i join reservation_item r on r.line_item_id = i.item_id where i.order_id = p.order_id)`)

/** One in a currency without decimals. */
export const IN_YEN = first("p.intent = 'sale' and p.status = 'captured' and p.currency = 'JPY'")

/** One of which something was given back, and whose order stands. */
export const REFUNDED = first(
  `p.refunded_amount > 0 and exists (select 1 from "order" o where o.id = p.order_id and o.status <> 'canceled')`
)

/** One the bank has declined. */
export const DECLINED = first(`p.status = 'declined' and ${OF_TASK} and p.bank_payment_id is not null`)

/** A card that is kept, with no payment. */
export const KEPT =
  "(select id from gw_card_token where status = 'active' and payment_id is null order by id limit 1)"

/** The id of Medusa's record of a payment. */
export const recordOf = (payment: string): string =>
  `(select m.id from payment m join gw_payment p on p.session_id = m.payment_session_id where p.id = ${payment})`

/** The id of its order. */
export const orderOf = (payment: string): string => `(select order_id from gw_payment where id = ${payment})`
