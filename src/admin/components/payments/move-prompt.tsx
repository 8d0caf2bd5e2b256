import { Input, toast } from "@medusajs/ui"
import { useMemo, useState } from "react"
import { toDecimal } from "../../../domain/money"
import { movePayment, type MoveKind, type TracedPayment } from "../../api/payments"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import { amountIn } from "../common/amount-in"
import { Ask } from "../common/ask"
import { Field } from "../common/field"
import { formatMoney } from "../common/money"
import { newKey } from "./new-key"

interface Props {
  readonly kind: MoveKind
  readonly payment: TracedPayment
  close(): void
}

/** What is moved at most: what is left of it. A release is of all that is reserved. */
const mostOf = ({ movable, amount }: TracedPayment, kind: MoveKind) =>
  kind === "void" ? amount : movable[kind]

/** Asks how much is to be moved, says what will happen, and does it: once, however often the button is pressed. */
export function MovePrompt({ kind, payment, close }: Props) {
  const t = useText()
  const { currency, payment_id } = payment
  const most = mostOf(payment, kind)
  const [text, setText] = useState(toDecimal(most, currency))
  const [reason, setReason] = useState("")
  const [refusal, setRefusal] = useState<string>()
  const amount = amountIn(text, currency, most)
  const key = useMemo(newKey, [kind, payment_id, amount, reason])
  const move = useChange(() => movePayment(payment_id, asked(kind, key, amount, reason)), {
    done: t(`payments.${kind}_done`),
    onDone: ({ is_pending }) => {
      if (is_pending) toast.info(t("payments.pending"))
      close()
    },
    onFailed: ({ message }) => setRefusal(message),
  })
  const money = (minor: number) => formatMoney(minor, currency, t.language)
  const told = { amount: money(amount ?? most), left: money(most - (amount ?? most)) }
  const has_parts = kind !== "void" && payment.movable[`${kind}_in_parts`]
  const is_part = kind !== "void" && amount !== undefined && amount < most
  const about = [t(sentenceOf(kind, payment), told), ...(is_part ? [t(`payments.${kind}_left`, told)] : [])]
  return (
    <Ask
      title={t(`payments.${kind}_title`)}
      about={about.join(" ")}
      action={t(`payments.${kind}_action`, told)}
      is_harmless={kind === "capture"}
      is_ready={amount !== undefined}
      is_busy={move.isPending}
      refusal={refusal}
      submit={() => move.mutate(undefined)}
      close={close}
    >
      {kind !== "void" && (
        <Field
          label={`${t("payments.amount")} (${currency})`}
          hint={has_parts ? t("payments.amount_hint", { amount: money(most) }) : t("payments.whole_only")}
          error={
            amount === undefined
              ? t("payments.amount_wrong", { least: money(1), most: money(most) })
              : undefined
          }
        >
          {(wiring) => (
            <Input
              {...wiring}
              autoFocus
              inputMode="decimal"
              readOnly={!has_parts}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      )}
      {kind === "refund" && (
        <Field label={t("payments.reason")} hint={t("payments.reason_hint")}>
          {(wiring) => (
            <Input
              {...wiring}
              maxLength={200}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      )}
    </Ask>
  )
}

/** A release has no amount, and only a refund a reason. */
function asked(kind: MoveKind, key: string, amount: number | undefined, reason: string) {
  return {
    kind,
    key,
    ...(kind !== "void" && amount !== undefined && { amount }),
    ...(kind === "refund" && reason.trim() && { reason: reason.trim() }),
  }
}

function sentenceOf(kind: MoveKind, { status }: TracedPayment) {
  return kind === "void" && status !== "authorized"
    ? "payments.void_open"
    : (`payments.${kind}_about` as const)
}
