import { hasFailed, keptAt } from "../bank"
import type { Check } from "../check"
import { couldNotGoBack } from "./given-back"

/** A captured or authorized payment has an order that is not canceled; a canceled order has neither. */
export const orderAndMoney: Check = {
  name: "order-and-money",
  kind: "difference",
  find(dossier) {
    const { bank, ours, orders, records } = dossier
    if (!bank) return []
    const goesBack = couldNotGoBack(dossier, bank)
    const kept = keptAt(bank)
    const canceled = orders.filter(({ status }) => status === "canceled").map(({ id }) => id)
    const standing = orders.filter(({ status }) => status !== "canceled").map(({ id }) => id)
    return [
      kept > 0 &&
        !orders.length &&
        !goesBack &&
        `the bank has taken ${kept} ${bank.currency}, and there is no order`,
      kept > 0 &&
        canceled.length > 0 &&
        !goesBack &&
        `order ${canceled.join()} is canceled, and the bank keeps ${kept} ${bank.currency}`,
      bank.status === "authorized" &&
        (canceled.length > 0 || !orders.length) &&
        `the bank reserves ${bank.amount} ${bank.currency} for no order that stands`,
      (hasFailed(bank) || bank.status === "voided") &&
        ours?.origin !== "existing_order" &&
        !(bank.status === "voided" && dossier.is_void_asked) &&
        standing.length > 0 &&
        `has ${bank.status}, and order ${standing.join()} stands`,
      bank.status === "voided" &&
        records.some(({ is_canceled }) => !is_canceled) &&
        "was released at the bank, and Medusa's payment is not canceled",
    ]
  },
}
