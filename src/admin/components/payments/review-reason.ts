import type { Difference, Known, OpenReview } from "../../../modules/bank/models/difference"
import type { Text } from "../../i18n/use-text"
import { formatMoney } from "../common/money"
import { reviewIn } from "./review-words"

/** Why a payment needs review, as text. A difference shows the expected and the reported value. */
export function reasonOf({ reason, difference }: OpenReview, t: Text): string {
  return difference ? differenceIn(difference, t) : reviewIn(reason, t)
}

/** The difference between the store's value and the bank's, as text. */
export function differenceIn({ what, expected, reported }: Difference, t: Text): string {
  return t(`differences.${what}`, {
    ...valuesOf("expected", expected, t),
    ...valuesOf("reported", reported, t),
  })
}

function valuesOf(side: "expected" | "reported", known: Known, t: Text): Record<string, string> {
  const money = (amount: number) => formatMoney(amount, known.currency, t.language)
  return {
    [`${side}_amount`]: money(known.amount),
    [`${side}_captured`]: money(known.captured_amount),
    [`${side}_refunded`]: money(known.refunded_amount),
    [`${side}_status`]: t.of("payment_states", known.status === "captured" ? "paid" : known.status),
  }
}
