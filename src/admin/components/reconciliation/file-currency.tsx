import { Button, Input } from "@medusajs/ui"
import { type FormEvent, useState } from "react"
import { isCurrency } from "../../../domain/money"
import { useText } from "../../i18n/use-text"
import { Field, Fields } from "../common/field"

/** The currency of a file without such a column. */
export function FileCurrency({ choose }: { choose(currency: string): void }) {
  const t = useText()
  const [currency, setCurrency] = useState("")
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong(!isCurrency(currency))
    if (isCurrency(currency)) choose(currency)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Fields>
        <Field
          label={t("reconciliation.currency")}
          hint={t("reconciliation.currency_hint")}
          error={isWrong ? t("reconciliation.currency_wrong") : undefined}
        >
          {(wiring) => (
            <Input
              {...wiring}
              size="small"
              maxLength={3}
              autoCapitalize="characters"
              className="max-w-40"
              value={currency}
              onChange={({ target }) => setCurrency(target.value.toUpperCase())}
            />
          )}
        </Field>
        <Button size="small" variant="secondary" type="submit" className="self-start">
          {t("reconciliation.compare")}
        </Button>
      </Fields>
    </form>
  )
}
