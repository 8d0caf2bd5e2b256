import type { Check } from "../check"
import type { Dossier, OrderFile } from "../dossier"
import { exact, minorIn } from "../money"

/** The bank charges the requested amount, to the minor unit, and no payment is created without a request. */
export const asRequested: Check = {
  name: "as-requested",
  kind: "difference",
  find({ ours, bank, story }) {
    if (!ours) return []
    if (!story) return ["no client in the run requested this payment"]
    const requested = `${story.amount} ${story.currency}`
    const differs = (payment: { amount: number; currency: string }) =>
      payment.amount !== story.amount || payment.currency !== story.currency
    return [
      bank &&
        differs(bank) &&
        `requested were ${requested}, but the bank charges ${bank.amount} ${bank.currency}`,
      differs(ours) && `requested were ${requested}, but the store has ${ours.amount} ${ours.currency}`,
    ]
  },
}

/** The total of an active order is that of the requested items. */
export const orderedAsRequested: Check = {
  name: "ordered-as-requested",
  kind: "difference",
  find: ({ orders, story }: Dossier) =>
    orders.map((order) => story && order.status !== "canceled" && differenceOf(order, story)),
}

function differenceOf(
  { id, current_order_total, credit_line_total, currency_code: currency }: OrderFile,
  story: NonNullable<Dossier["story"]>
): string | false {
  // The sum is rounded once: a total and its credit lines may both end in half a minor unit.
  const total = minorIn(exact(current_order_total) + exact(credit_line_total), currency)
  const isRequested = total === story.order_total && currency.toUpperCase() === story.currency
  return (
    !isRequested &&
    `the total of order ${id} is ${total} ${currency}, expected ${story.order_total} ${story.currency}`
  )
}
