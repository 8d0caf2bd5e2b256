import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { subscriberOf } from "../../domain/networks"
import { digest } from "../../domain/secrets"
import {
  type Held,
  HOLDERS,
  type StockToHold,
  type UnpaidLimits,
  unpaidLimitError,
} from "../../domain/unpaid-limits"
import { isNotOpened } from "./not-opened"
import { isAtSilent } from "./silent-accounts"

/** Who places an unpaid order. */
export interface HoldingBuyer {
  /** The customer for whom the client acts; null for a guest. */
  readonly customer_id: string | null
  readonly email: string | null
  /** The IP address of the call. */
  readonly address: string
}

/** The payment of an unpaid order, and the cart that becomes the order. */
interface Holding {
  readonly id: string
  readonly client_id?: string | null
  readonly cart_id?: string | null
}

/** The stock that unpaid orders of agents hold. */
export class UnpaidHolds {
  constructor(private readonly knex: Knex) {}

  /**
   * Payments that wait for the customer, or to be opened, although their order may no longer hold its stock. Each is
   * returned to one caller, and again after a minute. Of the accounts whose bank is `out`, only those that the bank has
   * certainly not opened.
   */
  async takeExpired(limit: number, out: readonly string[]): Promise<string[]> {
    const { rows } = await this.knex.raw<{ rows: { payment_id: string }[] }>(EXPIRED, {
      limit,
      out: [...out],
    })
    return [...new Set(rows.map(({ payment_id }) => payment_id))]
  }
}

/**
 * Stores which stock the order of a payment will hold, and until when. Throws `unpaid_limit` if the open unpaid orders
 * of the client, the customer or the network address, or those of all agents for an item, would exceed the merchant's
 * limits. Orders that count for the same limit wait for each other until the transaction ends, so store the payment in
 * this transaction, before the call. Does nothing for a cart without managed stock.
 */
export async function takeHold(trx: Knex.Transaction, payment: Holding, buyer: HoldingBuyer): Promise<void> {
  const { id, client_id, cart_id } = payment
  if (!client_id || !cart_id) return
  const { rows: items } = await trx.raw<{ rows: Item[] }>(ITEMS, { cart_id })
  if (!items.length) return
  const holders = holdersOf(client_id, buyer)
  await lock(trx, [
    ...HOLDERS.map((holder) => `${holder} ${holders[holder]}`),
    ...items.map(({ id }) => `item ${id}`),
  ])
  const limits = await limitsOf(trx)
  const error = unpaidLimitError(limits, await heldBy(trx, holders), await stockOf(trx, cart_id, items))
  if (error) throw error
  await trx.raw(HOLD, {
    payment_id: id,
    items: JSON.stringify(items),
    ...holders,
    is_bound: buyer.customer_id !== null,
  })
}

/** An inventory item of a cart, and the units that its order reserves. */
interface Item {
  readonly id: string
  readonly units: number
}

type Holders = Readonly<Record<(typeof HOLDERS)[number], string>>

const holdersOf = (client: string, { customer_id, email, address }: HoldingBuyer): Holders => ({
  client,
  // Anyone can send a stranger's address, so a guest counts only among the guests of the same client.
  customer: digest(
    customer_id === null ? `guest ${client} ${(email ?? "").toLowerCase()}` : `customer ${customer_id}`
  ),
  address: digest(subscriberOf(address)),
})

async function lock(trx: Knex.Transaction, names: readonly string[]): Promise<void> {
  await trx.raw(LOCK, { names: names.map((name) => `gw_unpaid_hold ${name}`) })
}

async function limitsOf(trx: Knex.Transaction): Promise<UnpaidLimits> {
  const row = await trx("gw_setting").first<{ unpaid_limits: UnpaidLimits }>("unpaid_limits")
  return row.unpaid_limits
}

async function heldBy(trx: Knex.Transaction, holders: Holders): Promise<Record<keyof Holders, Held>> {
  const { rows } = await trx.raw<{ rows: (Held & { holder: keyof Holders })[] }>(HELD, { ...holders })
  const of = (holder: keyof Holders): Held =>
    rows.find((row) => row.holder === holder) ?? { orders: 0, units: 0 }
  return { client: of("client"), customer: of("customer"), address: of("address") }
}

async function stockOf(
  trx: Knex.Transaction,
  cart_id: string,
  items: readonly Item[]
): Promise<StockToHold[]> {
  const { rows } = await trx.raw<{ rows: StockToHold[] }>(STOCK, { cart_id, items: JSON.stringify(items) })
  return rows
}

/** In sorted order, so that two orders never wait for each other. */
const LOCK = `
  select pg_advisory_xact_lock(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(:names::text[]) as name order by key) as keys`

/** Items that can be ordered without stock are never scarce. */
const ITEMS = `
  select i.inventory_item_id as id, sum(l.quantity * i.required_quantity)::float8 as units
    from cart_line_item l
    join product_variant v on v.id = l.variant_id and v.manage_inventory and not v.allow_backorder
    join product_variant_inventory_item i on i.variant_id = v.id and i.deleted_at is null
   where l.cart_id = :cart_id and l.deleted_at is null
   group by i.inventory_item_id`

const HELD = ["client_id = :client", "customer_hash = :customer", "address_hash = :address"]
  .map(
    (condition, index) => `
  select '${HOLDERS[index]}' as holder, count(distinct payment_id)::int as orders,
         coalesce(sum(units), 0)::float8 as units
    from gw_unpaid_hold where ${condition}`
  )
  .join(" union all ")

/** Medusa creates an order, with its cart's metadata, before it reserves the stock of its lines. */
const STOCK = `
  select i.units, l.stocked, l.reserved, h.held, r.held_reserved
    from jsonb_to_recordset(:items::jsonb) as i (id text, units float8)
    cross join lateral (
      select coalesce(sum(stocked_quantity), 0)::float8 as stocked, coalesce(sum(reserved_quantity), 0)::float8 as reserved
        from inventory_level
       where inventory_item_id = i.id and deleted_at is null and location_id in (
         select s.stock_location_id from sales_channel_stock_location s join cart c on c.sales_channel_id = s.sales_channel_id
          where c.id = :cart_id and s.deleted_at is null)) l
    cross join lateral (
      select coalesce(sum(units), 0)::float8 as held, min(created_at) as since
        from gw_unpaid_hold where inventory_item_id = i.id) h
    cross join lateral (
      select coalesce(sum(r.quantity), 0)::float8 as held_reserved
        from reservation_item r
       where r.inventory_item_id = i.id and r.deleted_at is null and r.created_at >= h.since - interval '5 minutes'
         and exists (
           select from order_item oi
             join "order" o on o.id = oi.order_id
             join gw_unpaid_hold u on u.payment_id = o.metadata ->> 'gw_payment_id' and u.inventory_item_id = i.id
            where oi.item_id = r.line_item_id and oi.deleted_at is null)) r`

const HOLD = `
  insert into gw_unpaid_hold (payment_id, inventory_item_id, units, client_id, customer_hash, address_hash, held_until)
  select :payment_id, i.id, i.units, :client, :customer, :address,
         now() + make_interval(mins => case
           when :is_bound or exists (select from gw_oauth_client c where c.id = :client and c.approved_at is not null)
             then (s.unpaid_limits ->> 'hold_minutes')::int
           else least((s.unpaid_limits ->> 'hold_minutes')::int, (s.unpaid_limits ->> 'unverified_hold_minutes')::int)
         end)
    from jsonb_to_recordset(:items::jsonb) as i (id text, units numeric) cross join gw_setting s`

const EXPIRED = `
  update gw_unpaid_hold set held_until = now() + interval '1 minute'
   where (payment_id, inventory_item_id) in (
     select h.payment_id, h.inventory_item_id
       from gw_unpaid_hold h join gw_payment p on p.id = h.payment_id
      where h.held_until <= now()
        and (p.status = 'requires_action' and not ${isAtSilent("p")}
          or p.provisioned_at is not null and ${isNotOpened("p")})
      order by h.held_until limit :limit for update of h skip locked)
  returning payment_id`
