import { Input } from "@medusajs/ui"
import { useMemo, useState } from "react"
import { toDecimal } from "../../../domain/money"
import { movePayment, type MoveKind, type TracedPayment } from "../../api/payments"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { amountIn } from "../common/amount-in"
import { FormPrompt } from "../common/form-prompt"
import { Field } from "../common/field"
import { formatMoney } from "../common/money"
import { AmountField } from "./amount-field"
import { moveOf, mostOf, pendingOf, sentenceOf } from "./move"
import { newKey } from "./new-key"

interface Props {
  readonly kind: MoveKind
  readonly payment: TracedPayment
  close(): void
}

/**
 * Prompts for the amount of a capture, void or refund, explains the effect, and executes it once, however often the
 * button is pressed.
 */
export function MovePrompt({ kind, payment, close }: Props) {
  const t = useText()
  const { currency, payment_id } = payment
  const most = mostOf(payment, kind)
  const [text, setText] = useState(toDecimal(most, currency))
  const [reason, setReason] = useState("")
  const amount = amountIn(text, currency, most)
  const key = useMemo(newKey, [kind, payment_id, amount, reason])
  const move = useChange(() => movePayment(payment_id, moveOf(kind, key, amount, reason)), {
    done: ({ is_pending }) => t(is_pending ? pendingOf(kind, payment) : `payments.${kind}_done`),
    onDone: close,
    shows_failure: true,
  })
  const money = (minor: number) => formatMoney(minor, currency, t.language)
  const amounts = { amount: money(amount ?? most), left: money(most - (amount ?? most)) }
  const isPart = kind !== "void" && amount !== undefined && amount < most
  const about = [
    t(sentenceOf(kind, payment), amounts),
    ...(isPart ? [t(`payments.${kind}_left`, amounts)] : []),
  ]
  return (
    <FormPrompt
      title={t(`payments.${kind}_title`)}
      about={about.join(" ")}
      action={t(`payments.${kind}_action`, amounts)}
      is_harmless={kind === "capture"}
      is_ready={amount !== undefined}
      is_busy={move.isPending}
      refusal={move.error?.message}
      submit={() => move.mutate(undefined)}
      close={close}
    >
      {kind !== "void" && (
        <AmountField
          text={text}
          currency={currency}
          most={most}
          is_wrong={amount === undefined}
          edit={setText}
          has_parts={payment.movable[`${kind}_in_parts`]}
        />
      )}
      {kind === "refund" && (
        <Field label={t("payments.reason")} hint={t("payments.reason_hint")}>
          {(wiring) => (
            <Input
              {...wiring}
              size="small"
              maxLength={200}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      )}
    </FormPrompt>
  )
}
