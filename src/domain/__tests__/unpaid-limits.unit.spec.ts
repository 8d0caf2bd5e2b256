import { describe, expect, it } from "vitest"
import {
  DEFAULT_UNPAID_LIMITS,
  type Held,
  type Holder,
  type StockToHold,
  unpaidLimitError,
} from "../unpaid-limits"

const NOTHING: Held = { orders: 0, pieces: 0 }
const held = (of: Partial<Record<Holder, Held>> = {}) => ({
  ...{ client: NOTHING, customer: NOTHING, address: NOTHING },
  ...of,
})
/** Two pieces of an item of which a hundred are in stock and nothing is reserved. */
const stock = (of: Partial<StockToHold> = {}): StockToHold => ({
  ...{ pieces: 2, stocked: 100, reserved: 0, held: 0, held_reserved: 0 },
  ...of,
})
const PLENTY = { client_pieces: 1000, customer_pieces: 1000, address_pieces: 1000 }
const errorOf = (limits: object, holders = held(), items = [stock()]) =>
  unpaidLimitError({ ...DEFAULT_UNPAID_LIMITS, ...PLENTY, ...limits }, holders, items)?.data

describe("the limits of unpaid orders", () => {
  it.each(["client", "customer", "address"] as const)(
    "allow exactly the orders and pieces of a %s [HLD-01, HLD-02, HLD-03]",
    (holder) => {
      const limits = { [`${holder}_orders`]: 3, [`${holder}_pieces`]: 10 }
      expect(errorOf(limits, held({ [holder]: { orders: 2, pieces: 8 } }))).toBeUndefined()
      expect(errorOf(limits, held({ [holder]: { orders: 3, pieces: 1 } }))).toEqual({
        ...{ limit: `${holder}_orders`, allowed: 3 },
      })
      expect(errorOf(limits, held({ [holder]: { orders: 1, pieces: 9 } }))).toEqual({
        ...{ limit: `${holder}_pieces`, allowed: 10 },
      })
    }
  )

  it("add up the pieces of all items [HLD-01]", () => {
    expect(errorOf({ client_pieces: 4 }, held(), [stock(), stock()])).toBeUndefined()
    expect(errorOf({ client_pieces: 3 }, held(), [stock(), stock()])).toEqual({
      limit: "client_pieces",
      allowed: 3,
    })
  })

  it.each([
    ["all of it is free", stock({ pieces: 80 }), stock({ pieces: 81 }), 80],
    ["half of it is sold", stock({ reserved: 50, pieces: 40 }), stock({ reserved: 50, pieces: 41 }), 40],
    [
      "unpaid orders hold some, reserved or not yet",
      stock({ reserved: 50, held: 20, held_reserved: 10, pieces: 28 }),
      stock({ reserved: 50, held: 20, held_reserved: 10, pieces: 29 }),
      28,
    ],
    ["one piece is left", stock({ stocked: 1, pieces: 1 }), stock({ stocked: 1, pieces: 1, held: 1 }), 0],
  ])("count the share of the unsold stock when %s [HLD-04]", (_, most, more, allowed) => {
    expect(errorOf({}, held(), [most])).toBeUndefined()
    expect(errorOf({}, held(), [more])).toEqual({ limit: "product_share", allowed })
  })

  it("count the storefront's share of all stock, sold or not [HLD-05]", () => {
    const limits = { product_share: 100, storefront_share: 30 }
    expect(errorOf(limits, held(), [stock({ reserved: 60, pieces: 10 })])).toBeUndefined()
    expect(errorOf(limits, held(), [stock({ reserved: 60, pieces: 11 })])).toEqual({
      ...{ limit: "storefront_share", allowed: 10 },
    })
    expect(errorOf(limits, held(), [stock({ stocked: 3, pieces: 3 })])).toBeUndefined()
  })

  it("leave it to the store to report an item as out of stock [HLD-04]", () => {
    expect(errorOf({ storefront_share: 50 }, held(), [stock({ stocked: 1 })])).toBeUndefined()
  })
})
