import { Input } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { formatMoney } from "../common/money"

interface Props {
  /** The entered amount in major units. */
  readonly text: string
  readonly currency: string
  /** The maximum in minor units. */
  readonly most: number
  readonly is_wrong: boolean
  /** Whether a part of the maximum can be entered; otherwise only the whole amount. */
  readonly has_parts: boolean
  edit(text: string): void
}

/** The amount to capture or refund, up to a maximum. */
export function AmountField({ text, currency, most, is_wrong, has_parts, edit }: Props) {
  const t = useText()
  const money = (minor: number) => formatMoney(minor, currency, t.language)
  const wrong = is_wrong ? t("payments.amount_wrong", { least: money(1), most: money(most) }) : undefined
  return (
    <Field
      label={`${t("payments.amount")} (${currency})`}
      hint={has_parts ? t("payments.amount_hint", { amount: money(most) }) : t("payments.whole_only")}
      error={wrong}
    >
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          autoFocus
          inputMode="decimal"
          readOnly={!has_parts}
          value={text}
          onChange={({ target }) => edit(target.value)}
        />
      )}
    </Field>
  )
}
