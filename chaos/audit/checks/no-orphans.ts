import type { Check } from "../check"

/** No order, payment of Medusa or reservation is without a payment of the plugin. */
export const noOrphans: Check = {
  name: "no-orphans",
  kind: "difference",
  find({ ours, orders, records, stray_reservations }) {
    if (ours) return []
    return [
      ...orders.map(
        ({ display_id, status, story }) => !story && `order ${display_id} (${status}) belongs to no payment`
      ),
      ...records.map(({ amount }) => `Medusa's payment of ${amount} belongs to no payment of the plugin`),
      ...stray_reservations.map(({ quantity }) => `a reservation of ${quantity} items belongs to no order`),
    ]
  },
}
