import { hasFailed, netPaid } from "../bank"
import type { Check } from "../check"
import { couldNotBeRefunded } from "./refund-allowed"

/** A captured or authorized payment has an order that is not canceled; a canceled order has neither. */
export const orderAndMoney: Check = {
  name: "order-and-money",
  kind: "difference",
  find(dossier) {
    const { bank, ours, orders, records } = dossier
    if (!bank) return []
    const isUnrefundable = couldNotBeRefunded(dossier, bank)
    const paid = netPaid(bank)
    const canceled = orders.filter(({ status }) => status === "canceled").map(({ id }) => id)
    const active = orders.filter(({ status }) => status !== "canceled").map(({ id }) => id)
    return [
      paid > 0 &&
        !orders.length &&
        !isUnrefundable &&
        `${paid} ${bank.currency} are captured, and there is no order`,
      paid > 0 &&
        canceled.length > 0 &&
        !isUnrefundable &&
        `order ${canceled.join()} is canceled, and ${paid} ${bank.currency} are not refunded`,
      bank.status === "authorized" &&
        (canceled.length > 0 || !orders.length) &&
        `${bank.amount} ${bank.currency} are authorized, and there is no active order`,
      (hasFailed(bank) || bank.status === "voided") &&
        ours?.origin !== "existing_order" &&
        !(bank.status === "voided" && dossier.is_void_requested) &&
        active.length > 0 &&
        `is ${bank.status}, and order ${active.join()} is not canceled`,
      bank.status === "voided" &&
        records.some(({ is_canceled }) => !is_canceled) &&
        "is voided at the bank, and Medusa's payment is not canceled",
    ]
  },
}
