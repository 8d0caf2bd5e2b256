import { deepStrictEqual, ok } from "node:assert"
import { eventually } from "./agent"
import { type LedgerPayment, ledgerOf } from "./bank-ledger"
import { sql } from "./database"
import { adminPost, type Order, orderNumber } from "./merchant"
import { world } from "./world"

/** An order that the merchant's staff created as a draft order and converted. */
export interface StaffOrder {
  readonly id: string
  readonly display_id: number
}

/** An unpaid order for a customer: 20.00 EUR and, in Germany, 3.80 EUR tax. */
export async function writtenOrder(
  customer: { readonly id: string; readonly email: string },
  unit_price = 20,
  { region_id, country_code } = { region_id: world().shop.region_ids.eur, country_code: "de" }
): Promise<StaffOrder> {
  const address = {
    first_name: "Ana",
    last_name: "Pop",
    address_1: "Str. 1",
    city: "Berlin",
    country_code,
  }
  const draft = await made<{ draft_order: { id: string } }>("/admin/draft-orders", {
    region_id,
    email: customer.email,
    customer_id: customer.id,
    items: [{ title: "Engraving", quantity: 1, unit_price }],
    shipping_address: address,
    billing_address: address,
  })
  const path = `/admin/draft-orders/${draft.draft_order.id}/convert-to-order`
  return (await made<{ order: StaffOrder }>(path, {})).order
}

/** Calls a route of the admin; fails when Medusa rejects the call. */
export async function made<T>(path: string, body: object, base_url?: string): Promise<T> {
  const response = await adminPost(path, body, base_url)
  const answer = (await response.json()) as T
  deepStrictEqual([response.status, answer], [200, answer])
  return answer
}

/** Records the payment of an order that the merchant received in another way, while other requests run. */
export async function markPaid(order_id: string, base_url?: string): Promise<void> {
  const { payment_collection } = await made<{ payment_collection: { id: string } }>(
    "/admin/payment-collections",
    { order_id, amount: 23.8 },
    base_url
  )
  await made(`/admin/payment-collections/${payment_collection.id}/mark-as-paid`, { order_id }, base_url)
}

/** The payment collections of the order that the dashboard offers to mark as paid. */
export async function unpaidCollections(order_id: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `select c.id from order_payment_collection l join payment_collection c on c.id = l.payment_collection_id
      where l.order_id = $1 and l.deleted_at is null and c.status = 'not_paid'`,
    [order_id]
  )
  return rows.map(({ id }) => id)
}

/** Doubles the quantity of an order's item in Medusa: 47.60 EUR. */
export async function doubled(order_id: string, base_url?: string): Promise<void> {
  const [item] = await sql<{ item_id: string }>("select item_id from order_item where order_id = $1", [
    order_id,
  ])
  const edit = `/admin/order-edits/${order_id}`
  await made("/admin/order-edits", { order_id }, base_url)
  await made(`${edit}/items/item/${item?.item_id}`, { quantity: 2 }, base_url)
  await made(`${edit}/request`, {}, base_url)
  await made(`${edit}/confirm`, {}, base_url)
}

/** The bank's ledger entries of an order's payments. Payments the bank does not know are left out. */
async function ledgersOf(order_id: string): Promise<(LedgerPayment & { readonly payment_id: string })[]> {
  const query = "select id from gw_payment where order_id = $1 order by created_at"
  const rows = await sql<{ id: string }>(query, [order_id])
  const known = await Promise.all(
    rows.map(async ({ id }) =>
      ledgerOf(id).then(
        (ledger) => [{ ...ledger, payment_id: id }],
        () => []
      )
    )
  )
  return known.flat()
}

/** The payments of an order that can be paid at the bank, or whose captured money is not refunded. */
export async function livePayments(order_id: string): Promise<string[]> {
  const ledgers = await ledgersOf(order_id)
  return ledgers
    .filter(({ status, amounts }) => status === "requires_action" || amounts.captured > amounts.refunded)
    .map(({ payment_id }) => payment_id)
}

/** The order, once Medusa's records show it as paid. */
export const paidOrder = (display_id: number): Promise<Order> =>
  eventually(async () => {
    const order = await orderNumber(display_id)
    return order.payment_status === "captured" && order.summary.paid_total ? order : undefined
  })

const BOOKS = `
  with own as (
    select p.id, p.provider_id from payment p
      join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
     where l.order_id = $1 and l.deleted_at is null and p.deleted_at is null
  ), moved as (
    select o.provider_id, c.amount from capture c join own o on o.id = c.payment_id where c.deleted_at is null
    union all
    select o.provider_id, -r.amount from refund r join own o on o.id = r.payment_id where r.deleted_at is null
  )
  select coalesce((select sum(amount) from moved where provider_id = 'pp_gateway_bank'), 0)::float8 as by_bank,
         coalesce((select sum(amount) from moved), 0)::float8 as recorded,
         coalesce((select sum(amount) from order_transaction where order_id = $1 and deleted_at is null), 0)::float8
           as booked,
         (select count(*)::int from gw_effect e join gw_payment p on p.id = e.payment_id
           where p.order_id = $1 and e.done_at is null) as pending`

/**
 * The captured minus the refunded amount of an order at the bank, in minor units, once nothing is pending. Fails unless
 * Medusa's records, transactions and sums have the same amount, and at most one payment has money left.
 */
export async function netAmountOf(order: StaffOrder): Promise<number> {
  const agree = async () => (Object.keys(await disagreementsOf(order)).length ? undefined : true)
  await eventually(agree).catch(() => undefined)
  deepStrictEqual(await disagreementsOf(order), {})
  const net = (await ledgersOf(order.id)).map(({ amounts }) => amounts.captured - amounts.refunded)
  ok(net.filter((sum) => sum > 0).length <= 1, `several payments have money left: ${net.join(", ")}`)
  return net.reduce((a, b) => a + b, 0)
}

async function disagreementsOf({ id, display_id }: StaffOrder): Promise<object> {
  const ledgers = await ledgersOf(id)
  const net = ledgers.reduce((sum, { amounts }) => sum + amounts.captured - amounts.refunded, 0)
  const [books] = await sql<Record<"by_bank" | "recorded" | "booked" | "pending", number>>(BOOKS, [id])
  const { summary } = await orderNumber(display_id)
  const minor = (amount = 0) => Math.round(amount * 100)
  const [by_bank, recorded, booked] = [books?.by_bank, books?.recorded, books?.booked].map(minor)
  const summed = minor(summary.transaction_total)
  const open = ledgers.filter(({ status }) => status === "requires_action").length
  return {
    ...(net !== by_bank && { net, by_bank }),
    ...((booked !== recorded || summed !== recorded) && { recorded, booked, summed }),
    ...(books?.pending && { pending: books.pending }),
    ...(open && { open }),
  }
}
