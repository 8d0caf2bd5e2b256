import type { Check } from "../check"

/** Nothing lies about that no payment accounts for. */
export const noOrphans: Check = {
  name: "no-orphans",
  kind: "difference",
  find({ ours, orders, records, stray_reservations }) {
    if (ours) return []
    return [
      ...orders.map(
        ({ display_id, status, story }) => !story && `order ${display_id} (${status}) belongs to no payment`
      ),
      ...records.map(({ amount }) => `Medusa's payment of ${amount} belongs to no payment of ours`),
      ...stray_reservations.map(({ quantity }) => `${quantity} pieces are reserved for no order`),
    ]
  },
}
