import type { Text } from "../../i18n/use-text"
import { disputeIn, disputeStatusIn, failureIn, reasonIn } from "../common/reason-words"

/** Translates the server's sentence on why a payment needs review; an unknown sentence stays unchanged. */
export function reviewIn(reason: string, t: Text): string {
  for (const [pattern, translate] of SENTENCES) {
    const found = pattern.exec(reason)
    if (found) return translate(found.slice(1).map(String), t) ?? reason
  }
  return reason
}

/** Translates all open reasons, which the server joins with semicolons. */
export const reviewsIn = (reasons: string, t: Text): string[] =>
  reasons.split("; ").map((reason) => reviewIn(reason, t))

type Translate = (found: string[], t: Text) => string | undefined

/** The server's sentences about payments that need review, and their translations. */
const SENTENCES: readonly (readonly [RegExp, Translate])[] = [
  [/^(\w+) differs$/, ([member], t) => reasonIn(`review_${member}`, t)],
  [
    /^A refund of (.+) failed at the bank$/,
    ([amount = ""], t) => t("reasons.review_refund_failed", { amount }),
  ],
  [
    /^An approved refund of (.+) could not be made within a day$/,
    ([amount = ""], t) => t("reasons.review_refund_not_made", { amount }),
  ],
  [
    /^Disputed by the cardholder: (.+), (\w+), (\w+)$/,
    ([amount = "", reason = "", status = ""], t) =>
      t("reasons.review_disputed", {
        amount,
        reason: disputeIn(reason, t),
        status: disputeStatusIn(status, t),
      }),
  ],
  [
    /^Refunded: (.+)$/,
    ([why = ""], t) => t("reasons.review_refunded_by_store", { why: placementFailureIn(why, t) }),
  ],
  [
    /^(.+), and the payment could not be refunded: (\w+)$/,
    ([why = "", code = ""], t) =>
      t("reasons.review_not_refunded", { why: placementFailureIn(why, t), refused: failureIn({ code }, t) }),
  ],
  [
    /^(.+), and the payment could not be voided: (\w+)$/,
    ([why = "", code = ""], t) =>
      t("reasons.review_not_voided", { why: placementFailureIn(why, t), refused: failureIn({ code }, t) }),
  ],
  [
    /^The provider may have refunded (.+?): (.+)$/,
    ([amount = "", why = ""], t) => t("reasons.review_refund_unknown", { amount, why }),
  ],
  [
    /^The bank does not report whether (.+) was made\. Look it up at the bank, reference (.+)$/,
    ([what = "", reference = ""], t) =>
      t("reasons.review_unreported", { what: unreportedIn(what, t), reference: referenceIn(reference, t) }),
  ],
  [
    /^The bank has begun (.+) and not finished it\. Look it up at the bank, reference (.+)$/,
    ([what = "", reference = ""], t) =>
      t("reasons.review_unfinished", { what: unreportedIn(what, t), reference: referenceIn(reference, t) }),
  ],
  [
    /^The provider does not report whether (.+) was made\. Look it up there, and capture or cancel the payment/,
    ([what = ""], t) => t("reasons.review_unreported_at_provider", { what: unreportedIn(what, t) }),
  ],
  [
    /^The payment of (.+) has been open at the bank for a day\. Look it up at the bank, reference (.+)$/,
    ([amount = "", reference = ""], t) =>
      t("reasons.review_still_open", { amount, reference: referenceIn(reference, t) }),
  ],
  [/^the order could not be canceled: (.+)$/, ([why = ""], t) => t("reasons.review_uncanceled", { why })],
  [/^the store cannot record (.+)$/, ([key = ""], t) => t("reasons.review_unrecorded", { key })],
]

/** The reference of a payment at the bank, with its account if that is not the default one. */
function referenceIn(text: string, t: Text): string {
  const [, reference, account] = /^(\S+) \(account (\S+)\)$/.exec(text) ?? []
  return reference && account ? t("reasons.reference_at_account", { reference, account }) : text
}

/** A payment or movement whose outcome is not reported, such as `the refund of 10.00 EUR`. */
function unreportedIn(what: string, t: Text): string {
  const [, kind = what, amount = ""] = /^the (payment|capture|refund|void)(?: of (.+))?$/.exec(what) ?? []
  switch (kind) {
    case "payment":
      return t("reasons.unreported_payment", { amount })
    case "capture":
      return t("reasons.unreported_capture", { amount })
    case "refund":
      return t("reasons.unreported_refund", { amount })
    case "void":
      return t("reasons.unreported_void")
    default:
      return what
  }
}

/** Why no order could be placed for a payment: the server's reason and the key of its text. */
export const PLACEMENT_FAILURES: Readonly<Record<string, string>> = {
  "the order was already canceled": "why_canceled",
  "the cart no longer exists": "why_cart_gone",
  "the payment was already refunded": "why_refunded",
  "the cart has already become another order": "why_other_order",
  "the cart has changed": "why_cart_changed",
  "the payment was replaced": "why_replaced",
  "the outstanding amount of the order has changed": "why_outstanding_changed",
}

const placementFailureIn = (why: string, t: Text): string =>
  (PLACEMENT_FAILURES[why] && reasonIn(PLACEMENT_FAILURES[why], t)) ?? why
