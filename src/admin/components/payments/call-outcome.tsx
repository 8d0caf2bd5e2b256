import type { TracedPayment } from "../../api/payments"
import { type Text, useText } from "../../i18n/use-text"
import { Choices } from "../common/choices"
import { formatMoney } from "../common/money"

const OUTCOMES = ["made", "not_made"] as const

/** Whether the call was executed, as staff found out. */
export type Outcome = (typeof OUTCOMES)[number]

interface Props {
  readonly payment: TracedPayment
  readonly outcome: Outcome | undefined
  choose(outcome: Outcome): void
}

/** Whether the payment has a call whose outcome only staff can find out. */
export const hasUnknownCall = ({ unknown_refund, unfinished_call }: TracedPayment): boolean =>
  unknown_refund !== null || unfinished_call !== null

/** Whether the bank has executed the call that it does not finish, or the payment provider has made the refund. */
export function CallOutcome({ payment, outcome, choose }: Props) {
  const t = useText()
  const of = payment.unfinished_call ? "call" : "refund"
  return (
    <Choices
      label={questionOf(payment, t)}
      choices={OUTCOMES.map((value) => ({
        value,
        label: t(`payments.${of}_${value}`),
        about: t(`payments.${of}_${value}_about`),
      }))}
      value={outcome}
      choose={choose}
    />
  )
}

function questionOf({ unfinished_call, unknown_refund, currency, provider_ids }: TracedPayment, t: Text) {
  const sum = unfinished_call ? unfinished_call.amount : unknown_refund
  const amount = formatMoney(sum ?? 0, currency, t.language)
  if (!unfinished_call) return t("payments.refund_outcome", { amount, provider: provider_ids.join(", ") })
  const call = t(`reasons.unreported_${unfinished_call.kind}`, { amount })
  return t("payments.call_outcome", { call })
}
