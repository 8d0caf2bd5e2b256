import { Button, Input } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { CurrencyField } from "../common/currency-field"
import { Field } from "../common/field"
import { LIMITS, type Mistakes, mistakeOf, type RuleDraft } from "./spending-draft"

interface Props {
  readonly rule: RuleDraft
  readonly mistakes: Mistakes
  change(rule: RuleDraft): void
  remove(): void
}

/** The limits in one currency, in its major units. Each error is next to its field. */
export function SpendingRule({ rule, mistakes, change, remove }: Props) {
  const t = useText()
  const wrong = (member: "currency" | (typeof LIMITS)[number]) => {
    const mistake = mistakeOf(mistakes, rule, member)
    return mistake && t(`spending.${mistake}`)
  }
  return (
    <fieldset className="grid grid-cols-1 items-start gap-4 px-6 py-4 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="sr-only">{t("spending.rule", { currency: rule.currency })}</legend>
      <CurrencyField
        currency={rule.currency}
        error={wrong("currency")}
        change={(currency) => change({ ...rule, currency })}
      />
      {LIMITS.map((name) => (
        <Field
          key={name}
          label={t(`spending.${name}`)}
          hint={t(`spending.${name}_about`)}
          error={wrong(name)}
        >
          {(wiring) => (
            <Input
              {...wiring}
              size="small"
              inputMode="decimal"
              placeholder={t("spending.no_limit")}
              value={rule[name]}
              onChange={({ target }) => change({ ...rule, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <div className="sm:col-span-2 lg:col-span-4">
        <Button size="small" type="button" variant="transparent" onClick={remove}>
          {t("limits.remove", { currency: rule.currency })}
        </Button>
      </div>
    </fieldset>
  )
}
