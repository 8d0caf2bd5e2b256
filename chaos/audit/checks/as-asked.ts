import type { Check } from "../check"
import type { Dossier, OrderFile } from "../dossier"
import { exact, minorIn } from "../money"

/** What is charged is what the life has asked for, to the minor unit; and no payment is opened without a request. */
export const asAsked: Check = {
  name: "as-asked",
  kind: "difference",
  find({ ours, bank, story }) {
    if (!ours) return []
    if (!story) return ["no client in the run requested this payment"]
    const asked = `${story.amount} ${story.currency}`
    const differs = (one: { amount: number; currency: string }) =>
      one.amount !== story.amount || one.currency !== story.currency
    return [
      bank && differs(bank) && `${asked} was asked for, and the bank charges ${bank.amount} ${bank.currency}`,
      differs(ours) && `${asked} was asked for, and the store says ${ours.amount} ${ours.currency}`,
    ]
  },
}

/** An order that stands comes to what the life has ordered. */
export const orderedAsAsked: Check = {
  name: "ordered-as-asked",
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
  const isAsked = total === story.order_total && currency.toUpperCase() === story.currency
  return (
    !isAsked &&
    `order ${id} comes to ${total} ${currency}; ${story.order_total} ${story.currency} was ordered`
  )
}
