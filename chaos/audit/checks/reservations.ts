import type { Check } from "../check"
import type { OrderFile } from "../dossier"
import { sum } from "../money"

function compare({ status, items, reservations }: OrderFile) {
  return items.map(({ item_id, quantity }) => ({
    item_id,
    due: status === "canceled" ? 0 : quantity,
    is: sum(reservations.filter((one) => one.line_item_id === item_id).map((one) => one.quantity)),
  }))
}

/** An active order has its items reserved; a canceled order has none. */
export const reserved: Check = {
  name: "reserved",
  kind: "difference",
  find: ({ orders }) =>
    orders.flatMap((order) =>
      compare(order).map(
        ({ item_id, due, is }) =>
          (is < due || due === 0) &&
          is !== due &&
          `order ${order.id}: ${is} of ${item_id} reserved, not ${due}`
      )
    ),
}

/** Goods are reserved once. */
export const reservedOnce: Check = {
  name: "reserved-once",
  kind: "duplicate",
  find: ({ orders }) =>
    orders.flatMap((order) =>
      compare(order).map(
        ({ item_id, due, is }) =>
          due > 0 && is > due && `order ${order.id}: ${is} of ${item_id} reserved, not ${due}`
      )
    ),
}
