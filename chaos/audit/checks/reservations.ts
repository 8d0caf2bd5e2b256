import type { Check } from "../check"
import type { OrderFile } from "../dossier"
import { sum } from "../money"

function compare({ status, items, reservations }: OrderFile) {
  return items.map(({ item_id, quantity }) => ({
    item_id,
    expected: status === "canceled" ? 0 : quantity,
    actual: sum(reservations.filter((one) => one.line_item_id === item_id).map((one) => one.quantity)),
  }))
}

/** An active order has its items reserved; a canceled order has none. */
export const reserved: Check = {
  name: "reserved",
  kind: "difference",
  find: ({ orders }) =>
    orders.flatMap((order) =>
      compare(order).map(
        ({ item_id, expected, actual }) =>
          (actual < expected || expected === 0) &&
          actual !== expected &&
          `order ${order.id}: ${actual} of ${item_id} are reserved, expected ${expected}`
      )
    ),
}

/** An item is reserved once. */
export const reservedOnce: Check = {
  name: "reserved-once",
  kind: "duplicate",
  find: ({ orders }) =>
    orders.flatMap((order) =>
      compare(order).map(
        ({ item_id, expected, actual }) =>
          expected > 0 &&
          actual > expected &&
          `order ${order.id}: ${actual} of ${item_id} are reserved, expected ${expected}`
      )
    ),
}
