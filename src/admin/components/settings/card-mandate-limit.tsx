import { Button, Input } from "@medusajs/ui"
import { pathsIn, type Refusal } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { AMOUNTS, type LimitDraft } from "./card-mandate-draft"

interface Props {
  readonly limit: LimitDraft
  readonly refusal: Refusal
  /** The path of this limit in the server's errors. */
  readonly member: string
  change(limit: LimitDraft): void
  remove(): void
}

/** The limits in one currency, in its major units. Each error is next to its field. */
export function CardMandateLimit({ limit, refusal, member, change, remove }: Props) {
  const t = useText()
  const { currency } = limit
  const isWrong = (name: keyof LimitDraft) => pathsIn(refusal, `${member}.${name}`).length > 0
  return (
    <fieldset className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
      <legend className="sr-only">{t("card_mandate.limit", { currency })}</legend>
      <Field
        label={t("spending.currency")}
        hint={t("spending.currency_about")}
        error={isWrong("currency") ? t("spending.not_a_currency") : undefined}
      >
        {(wiring) => (
          <Input
            {...wiring}
            size="small"
            maxLength={3}
            autoCapitalize="characters"
            value={currency}
            onChange={({ target }) => change({ ...limit, currency: target.value.toUpperCase() })}
          />
        )}
      </Field>
      {AMOUNTS.map((name) => (
        <Field
          key={name}
          label={t(`card_mandate.${name}`)}
          hint={t(`card_mandate.${name}_about`)}
          error={isWrong(name) ? t("card_mandate.not_an_amount") : undefined}
        >
          {(wiring) => (
            <Input
              {...wiring}
              size="small"
              inputMode="decimal"
              value={limit[name]}
              onChange={({ target }) => change({ ...limit, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <div className="sm:col-span-3">
        <Button size="small" type="button" variant="transparent" onClick={remove}>
          {t("spending.remove", { currency })}
        </Button>
      </div>
    </fieldset>
  )
}
