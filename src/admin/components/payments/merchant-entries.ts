import type { Entry } from "../../api/payments"

/** The codes of each kind that concern the merchant. The other entries are technical. */
const CODES: Partial<Record<Entry["kind"], readonly string[]>> = {
  request: ["agent", "checkout", "charge", "storefront"],
  sca: ["started", "approved", "failed"],
  call: ["capture", "void", "refund"],
  answer: ["refused", "unknown"],
  effect: [
    "authorized",
    "captured",
    "capture",
    "refund",
    "refund_failed",
    "voided",
    "failed",
    "dispute",
    "nothing_due",
  ],
  review: ["opened", "resolved"],
}

/** Whether the store still fails to record the entry: that is always shown. */
const isFailing = ({ detail }: Entry): boolean => detail.state === "failing"

/** The entries that a merchant understands without knowing the protocols, in their order. */
export const merchantEntries = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry) => CODES[entry.kind]?.includes(entry.code) || isFailing(entry))
