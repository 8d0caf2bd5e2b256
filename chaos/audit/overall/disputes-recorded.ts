import { bankFinder, ordersIn } from "./order-books"
import type { OverallCheck } from "./overall"

/** An order shows each dispute that the bank has opened about any of its payments, and no other. */
export const disputesRecorded: OverallCheck = {
  name: "disputes-recorded",
  kind: "difference",
  find(_, dossiers) {
    const banksOf = bankFinder(dossiers)
    return ordersIn(dossiers).flatMap((order) => {
      const atBank = banksOf(order).flatMap(({ disputes }) => disputes.map(({ id }) => id))
      const missing = atBank.filter((id) => !order.disputes.includes(id))
      const unknown = order.disputes.filter((id) => !atBank.includes(id))
      return [
        ...missing.map((id) => `does not show the dispute ${id}`),
        ...unknown.map((id) => `shows the dispute ${id}, which the bank does not have`),
      ].map((message) => ({ about: order.id, message }))
    })
  },
}
