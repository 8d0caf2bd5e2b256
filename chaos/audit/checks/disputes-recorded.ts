import type { Check } from "../check"

/** The merchant sees on the order each dispute the bank has opened, and no other. */
export const disputesTold: Check = {
  name: "disputes-told",
  kind: "difference",
  find({ bank, orders }) {
    const open = bank?.disputes.map(({ id }) => id) ?? []
    return orders.flatMap(({ id, disputes }) => [
      ...open.map((one) => !disputes.includes(one) && `order ${id} does not tell of the dispute ${one}`),
      ...disputes.map(
        (one) => !open.includes(one) && `order ${id} tells of the dispute ${one}, the bank has none`
      ),
    ])
  },
}
