import type { Difference, Known, OpenReview } from "../../../modules/bank/models/difference"
import type { Text } from "../../i18n/use-text"
import { formatMoney } from "../common/money"
import { reviewIn } from "./review-words"

/** Why a person must look, in words: with what the store expects and what the bank reported, where they differ. */
export function reasonOf({ reason, difference }: OpenReview, t: Text): string {
  return difference ? differenceIn(difference, t) : reviewIn(reason, t)
}

/** What the bank reported instead of what the store expects. */
export function differenceIn({ what, expected, reported }: Difference, t: Text): string {
  return t(`differences.${what}`, {
    ...valuesOf("expected", expected, t),
    ...valuesOf("reported", reported, t),
  })
}

function valuesOf(whose: "expected" | "reported", known: Known, t: Text): Record<string, string> {
  const money = (amount: number) => formatMoney(amount, known.currency, t.language)
  return {
    [`${whose}_amount`]: money(known.amount),
    [`${whose}_captured`]: money(known.captured_amount),
    [`${whose}_refunded`]: money(known.refunded_amount),
    [`${whose}_status`]: t.of("payment_states", known.status === "captured" ? "paid" : known.status),
  }
}
