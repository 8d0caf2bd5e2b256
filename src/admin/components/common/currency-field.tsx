import { Input } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { Field } from "./field"

interface Props {
  readonly currency: string
  /** The error shown next to the field. */
  readonly error: string | undefined
  change(currency: string): void
}

/** The currency of a limit, as its ISO 4217 code in capitals. */
export function CurrencyField({ currency, error, change }: Props) {
  const t = useText()
  return (
    <Field label={t("limits.currency")} hint={t("limits.currency_about")} error={error}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          maxLength={3}
          autoCapitalize="characters"
          value={currency}
          onChange={({ target }) => change(target.value.toUpperCase())}
        />
      )}
    </Field>
  )
}
