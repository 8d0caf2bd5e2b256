import { type Problem, problem } from "./errors"

/** The merchant's limits for the stock that agents' unpaid orders hold. */
export interface UnpaidLimits {
  /** The open unpaid orders that one client may have. */
  readonly client_orders: number
  /** The units of stock that the open unpaid orders of one client may hold. */
  readonly client_units: number
  /**
   * The same for one customer, over all clients that shop for them. A guest is identified by the e-mail address that the
   * client sends, and is counted separately for each client.
   */
  readonly customer_orders: number
  readonly customer_units: number
  /** The same for one network address, over all clients that call from it. */
  readonly address_orders: number
  readonly address_units: number
  /** The percentage of an item's unsold stock that unpaid orders of all agents together may hold. */
  readonly product_share: number
  /** The percentage of an item's stock that agents leave for the storefront. */
  readonly storefront_share: number
  /** How long an unpaid order holds its stock, in minutes. */
  readonly hold_minutes: number
  /** The same for a client that staff have not approved and that does not act for a customer; at most `hold_minutes`. */
  readonly unverified_hold_minutes: number
}

/** The names of the limits. */
export type UnpaidLimit = keyof UnpaidLimits

/** The limits of a new store. */
export const DEFAULT_UNPAID_LIMITS: UnpaidLimits = {
  client_orders: 20,
  client_units: 100,
  customer_orders: 5,
  customer_units: 50,
  address_orders: 20,
  address_units: 100,
  product_share: 80,
  storefront_share: 0,
  hold_minutes: 15,
  unverified_hold_minutes: 5,
}

const COUNT = [1, 1_000_000] as const
const MINUTES = [2, 1440] as const

/** The smallest and the largest value of each limit. */
export const UNPAID_LIMIT_BOUNDS: Readonly<Record<UnpaidLimit, readonly [number, number]>> = {
  client_orders: COUNT,
  client_units: COUNT,
  customer_orders: COUNT,
  customer_units: COUNT,
  address_orders: COUNT,
  address_units: COUNT,
  product_share: [1, 100],
  storefront_share: [0, 99],
  hold_minutes: MINUTES,
  unverified_hold_minutes: MINUTES,
}

/** Who is limited: the client, the customer, or the network address. */
export const HOLDERS = ["client", "customer", "address"] as const
export type Holder = (typeof HOLDERS)[number]

/** The number of open unpaid orders, and the units of stock that they hold. */
export interface Held {
  readonly orders: number
  readonly units: number
}

/** The stock of one item that an order is about to hold. All quantities are in units of the item. */
export interface StockToHold {
  /** The quantity that the order holds. */
  readonly units: number
  /** The stock that exists, sold or not. */
  readonly stocked: number
  /** The part of `stocked` that is reserved, for any order. */
  readonly reserved: number
  /** The stock that agents' unpaid orders hold, whether Medusa has reserved it yet or not. */
  readonly held: number
  /** The part of `held` that Medusa has reserved. */
  readonly held_reserved: number
}

/**
 * Why an order may not hold its stock, as an `unpaid_limit` error; undefined if it may. `held` does not include this
 * order.
 */
export function unpaidLimitError(
  limits: UnpaidLimits,
  held: Readonly<Record<Holder, Held>>,
  items: readonly StockToHold[]
): Problem | undefined {
  const units = items.reduce((sum, item) => sum + item.units, 0)
  for (const holder of HOLDERS) {
    const error = holderError(limits, holder, held[holder], units)
    if (error) return error
  }
  for (const item of items) {
    const error = stockError(limits, item)
    if (error) return error
  }
  return undefined
}

function holderError(limits: UnpaidLimits, holder: Holder, held: Held, units: number): Problem | undefined {
  const [orders, most] = [limits[`${holder}_orders`], limits[`${holder}_units`]]
  const who = HOLDER_NAMES[holder]
  if (held.orders + 1 > orders)
    return refused(
      `${holder}_orders`,
      orders,
      `${who} has reached the number of open unpaid orders that the store allows: ${orders}.`,
      whenOpenOrdersEnd(limits)
    )
  if (held.units + units > most)
    return refused(
      `${holder}_units`,
      most,
      `With this order, ${who.toLowerCase()} would exceed the units in open unpaid orders that the store allows: ${most}.`,
      units > most ? atMost(most) : fewerOrLater(limits)
    )
  return undefined
}

function stockError(limits: UnpaidLimits, item: StockToHold): Problem | undefined {
  const { product_share, storefront_share } = limits
  const { units, stocked, reserved, held, held_reserved } = item
  const unsold = stocked - reserved + held_reserved
  // Even if all unpaid orders expired, the stock would not suffice. The order then fails as out of stock.
  if (units > unsold) return undefined
  const most = share(product_share, unsold, Math.ceil)
  if (product_share < 100 && held + units > most)
    return refused(
      "product_share",
      Math.max(most - held, 0),
      "With this order, open unpaid orders would hold more of a product's stock than the store allows.",
      units > most ? atMost(most) : fewerOrLater(limits)
    )
  const kept = share(storefront_share, stocked, Math.floor)
  if (kept > 0 && unsold - held - units < kept)
    return refused(
      "storefront_share",
      Math.max(unsold - held - kept, 0),
      "With this order, less of a product's stock would be left than the store keeps for its storefront.",
      units > unsold - kept ? atMost(Math.max(unsold - kept, 0)) : fewerOrLater(limits)
    )
  return undefined
}

/** The percentage of a quantity, rounded so that agents can buy the last unit. */
const share = (percent: number, quantity: number, round: (value: number) => number): number =>
  round((Math.max(quantity, 0) * percent) / 100)

const HOLDER_NAMES: Readonly<Record<Holder, string>> = {
  client: "This client",
  customer: "This customer",
  address: "This network address",
}

/** The advice for an order that exceeds a limit even if no other order is open. */
const atMost = (units: number): string =>
  units > 0
    ? `Waiting does not help: an order can hold at most ${units} units.`
    : "Waiting does not help: agents can order the product again when its stock grows."

/**
 * The advice for an order that is within the limit once open orders end. It contains the merchant's setting, not the time
 * at which an open order expires, because that order may be another client's.
 */
const whenOpenOrdersEnd = ({ hold_minutes }: UnpaidLimits): string =>
  `Try again when an open order has been paid or canceled, or has expired, at most ${hold_minutes} minutes after it was placed.`

const fewerOrLater = (limits: UnpaidLimits): string => `Order fewer units. ${whenOpenOrdersEnd(limits)}`

const refused = (limit: UnpaidLimit, allowed: number, why: string, next: string): Problem =>
  problem("unpaid_limit", { limit, allowed }, `${why} ${next}`)
