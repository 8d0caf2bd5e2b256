import type { Version } from "../version"
import { DISCOUNTS, LINES, LINKS, NO_SUCH_CODE, SHOPPER, TOTALS } from "./basket"
import { SHOP, used } from "./shop"

export const cart = (version: Version) => ({
  whole: {
    ucp: used(version, "cart", "discount"),
    id: "cart_01KETTLE",
    currency: "RON",
    line_items: LINES,
    totals: TOTALS,
    buyer: SHOPPER,
    discounts: DISCOUNTS,
    messages: [NO_SUCH_CODE],
    links: LINKS,
    continue_url: `${SHOP}/baskets/01KETTLE`,
    expires_at: "2026-12-24T18:00:00Z",
  },
  empty: {
    ucp: used(version, "cart"),
    id: "cart_01EMPTY",
    currency: "RON",
    line_items: [],
    totals: [
      { type: "subtotal", amount: 0 },
      { type: "total", amount: 0 },
    ],
  },
})
