import type { Text } from "../../i18n/use-text"
import { disputeIn, disputeStatusIn, failureIn, reasonIn } from "../common/reason-words"

/** Translates the server's sentence on why a payment needs review; an unknown sentence stays unchanged. */
export function reviewIn(reason: string, t: Text): string {
  for (const [pattern, tell] of SENTENCES) {
    const found = pattern.exec(reason)
    if (found) return tell(found.slice(1).map(String), t) ?? reason
  }
  return reason
}

/** Translates all open reasons, which the server joins with semicolons. */
export const reviewsIn = (reasons: string, t: Text): string[] =>
  reasons.split("; ").map((reason) => reviewIn(reason, t))

type Tell = (found: string[], t: Text) => string | undefined

/** The server's sentences about payments that need review, and their translations. */
const SENTENCES: readonly (readonly [RegExp, Tell])[] = [
  [/^(\w+) differs$/, ([what], t) => reasonIn(`review_${what}`, t)],
  [
    /^A refund of (.+) failed at the bank$/,
    ([amount = ""], t) => t("reasons.review_refund_failed", { amount }),
  ],
  [
    /^Disputed by the cardholder: (.+), (\w+), (\w+)$/,
    ([amount = "", reason = "", status = ""], t) =>
      t("reasons.review_disputed", {
        ...{ amount, reason: disputeIn(reason, t), status: disputeStatusIn(status, t) },
      }),
  ],
  [/^Given back: (.+)$/, ([why = ""], t) => t("reasons.review_given_back", { why: whyIn(why, t) })],
  [
    /^(.+), and the money could not be given back: (\w+)$/,
    ([why = "", code = ""], t) =>
      t("reasons.review_not_given_back", { why: whyIn(why, t), refused: failureIn({ code }, t) }),
  ],
  [/^its order could not be canceled: (.+)$/, ([why = ""], t) => t("reasons.review_uncanceled", { why })],
  [/^the store cannot record (.+)$/, ([key = ""], t) => t("reasons.review_unrecorded", { key })],
]

/** Why no order could be placed for a payment: the server's reason and the key of its text. */
export const WHYS: Readonly<Record<string, string>> = {
  "its order was canceled before": "why_canceled",
  "its cart is gone": "why_cart_gone",
  "its money went back before": "why_refunded",
  "its cart is another order already": "why_other_order",
  "its cart has changed": "why_cart_changed",
  "its payment was replaced": "why_replaced",
  "its order owes something else by now": "why_owes_otherwise",
}

const whyIn = (why: string, t: Text): string => (WHYS[why] && reasonIn(WHYS[why], t)) ?? why
