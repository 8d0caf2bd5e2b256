import { describe, expect, it } from "vitest"
import {
  DEFAULT_UNPAID_LIMITS,
  type Held,
  type Holder,
  type StockToHold,
  unpaidLimitError,
} from "../unpaid-limits"

const NOTHING: Held = { orders: 0, units: 0 }
const held = (of: Partial<Record<Holder, Held>> = {}) => ({
  client: NOTHING,
  customer: NOTHING,
  address: NOTHING,
  ...of,
})
/** Two units of an item of which a hundred are in stock and nothing is reserved. */
const stock = (of: Partial<StockToHold> = {}): StockToHold => ({
  units: 2,
  stocked: 100,
  reserved: 0,
  held: 0,
  held_reserved: 0,
  ...of,
})
const PLENTY = { client_units: 1000, customer_units: 1000, address_units: 1000 }
const ALL = { product_share: 100 }
const refusalOf = (limits: object, holders = held(), items = [stock()]) =>
  unpaidLimitError({ ...DEFAULT_UNPAID_LIMITS, ...PLENTY, ...limits }, holders, items)
const errorOf = (...of: Parameters<typeof refusalOf>) => refusalOf(...of)?.data

describe("the limits of unpaid orders", () => {
  it.each(["client", "customer", "address"] as const)(
    "allow exactly the orders and units of a %s [HLD-01, HLD-02, HLD-03]",
    (holder) => {
      const limits = { [`${holder}_orders`]: 3, [`${holder}_units`]: 10 }
      expect(errorOf(limits, held({ [holder]: { orders: 2, units: 8 } }))).toBeUndefined()
      expect(errorOf(limits, held({ [holder]: { orders: 3, units: 1 } }))).toEqual({
        limit: `${holder}_orders`,
        allowed: 3,
      })
      expect(errorOf(limits, held({ [holder]: { orders: 1, units: 9 } }))).toEqual({
        limit: `${holder}_units`,
        allowed: 10,
      })
    }
  )

  it("add up the units of all items [HLD-01]", () => {
    expect(errorOf({ client_units: 4 }, held(), [stock(), stock()])).toBeUndefined()
    expect(errorOf({ client_units: 3 }, held(), [stock(), stock()])).toEqual({
      limit: "client_units",
      allowed: 3,
    })
  })

  it.each([
    ["all of it is free", stock({ units: 80 }), stock({ units: 81 }), 80],
    ["half of it is sold", stock({ reserved: 50, units: 40 }), stock({ reserved: 50, units: 41 }), 40],
    [
      "unpaid orders hold some, reserved or not yet",
      stock({ reserved: 50, held: 20, held_reserved: 10, units: 28 }),
      stock({ reserved: 50, held: 20, held_reserved: 10, units: 29 }),
      28,
    ],
    ["one unit is left", stock({ stocked: 1, units: 1 }), stock({ stocked: 1, units: 1, held: 1 }), 0],
  ])("count the share of the unsold stock when %s [HLD-04]", (_, most, more, allowed) => {
    expect(errorOf({}, held(), [most])).toBeUndefined()
    expect(errorOf({}, held(), [more])).toEqual({ limit: "product_share", allowed })
  })

  it("count the storefront's share of all stock, sold or not [HLD-05]", () => {
    const limits = { product_share: 100, storefront_share: 30 }
    expect(errorOf(limits, held(), [stock({ reserved: 60, units: 10 })])).toBeUndefined()
    expect(errorOf(limits, held(), [stock({ reserved: 60, units: 11 })])).toEqual({
      limit: "storefront_share",
      allowed: 10,
    })
    expect(errorOf(limits, held(), [stock({ stocked: 3, units: 3 })])).toBeUndefined()
  })

  it.each([
    [
      { client_orders: 3 },
      held({ client: { orders: 3, units: 3 } }),
      stock(),
      "This client",
      "at most 7 min",
    ],
    [
      { customer_orders: 3 },
      held({ customer: { orders: 3, units: 3 } }),
      stock(),
      "This cust",
      "at most 7 min",
    ],
    [
      { address_units: 9 },
      held({ address: { orders: 1, units: 8 } }),
      stock(),
      "this network",
      "at most 7 min",
    ],
    [{ address_units: 9 }, held(), stock({ units: 10 }), "this network", "at most 9 units"],
    [{ product_share: 50 }, held(), stock({ held: 49 }), "unpaid orders would hold more", "at most 7 min"],
    [{ product_share: 50 }, held(), stock({ units: 51 }), "orders would hold more", "at most 50 units"],
    [{ ...ALL, storefront_share: 30 }, held(), stock({ held: 69 }), "for its storefront", "at most 7 min"],
    [
      { ...ALL, storefront_share: 30 },
      held(),
      stock({ units: 71 }),
      "for its storefront",
      "at most 70 units",
    ],
    [{ ...ALL, storefront_share: 30 }, held(), stock({ reserved: 70 }), "storefront", "when its stock grows"],
  ] as const)(
    "say which one is reached and when an order is possible again: %j",
    (limits, holders, item, which, when) => {
      const { message = "", data } = refusalOf({ hold_minutes: 7, ...limits }, holders, [item]) ?? {}
      expect(message).toContain(which)
      expect(message).toContain(when)
      expect(Object.keys(data ?? {})).toEqual(["limit", "allowed"])
    }
  )

  it("leave it to the store to report an item as out of stock [HLD-04]", () => {
    expect(errorOf({ storefront_share: 50 }, held(), [stock({ stocked: 1 })])).toBeUndefined()
  })
})
