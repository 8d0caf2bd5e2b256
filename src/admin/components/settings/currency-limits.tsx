import { Button, Input } from "@medusajs/ui"
import { pathsIn, type Refusal } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { CurrencyField } from "../common/currency-field"
import { Field } from "../common/field"
import { emptyLimit, isListedBefore, type LimitDraft } from "./currency-limits-draft"

/** The texts about the limits of a form. */
export interface LimitTexts<Name extends string> {
  /** What the limits in a currency are, for screen readers. */
  legend(currency: string): string
  label(name: Name): string
  hint?(name: Name): string
}

interface Props<Name extends string> {
  readonly names: readonly Name[]
  readonly limits: readonly LimitDraft<Name>[]
  readonly texts: LimitTexts<Name>
  readonly refusal: Refusal
  /** The path of the limits in the server's errors. */
  readonly member: string
  change(limits: readonly LimitDraft<Name>[]): void
}

/** Limits in several currencies, one row for each, in its major units. Each error is next to its field. */
export function CurrencyLimits<Name extends string>(props: Props<Name>) {
  const { names, limits, change } = props
  const t = useText()
  return (
    <>
      {limits.map((limit, index) => (
        <LimitRow
          key={index}
          {...props}
          limit={limit}
          path={`${props.member}.${index}`}
          is_twice={isListedBefore(limits, index)}
          put={(changed) => change(limits.map((one, at) => (at === index ? changed : one)))}
          remove={() => change(limits.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button
          size="small"
          type="button"
          variant="secondary"
          onClick={() => change([...limits, emptyLimit(names)])}
        >
          {t("limits.add")}
        </Button>
      </div>
    </>
  )
}

interface RowProps<Name extends string> extends Pick<Props<Name>, "names" | "texts" | "refusal"> {
  readonly limit: LimitDraft<Name>
  readonly path: string
  readonly is_twice: boolean
  put(limit: LimitDraft<Name>): void
  remove(): void
}

function LimitRow<Name extends string>(props: RowProps<Name>) {
  const { names, limit, texts, refusal, path, is_twice, put, remove } = props
  const t = useText()
  const { currency } = limit
  const isWrong = (name: Name) => pathsIn(refusal, `${path}.${name}`).length > 0
  const isRefused = pathsIn(refusal, `${path}.currency`).length > 0
  const mistake = is_twice ? t("limits.twice") : isRefused ? t("limits.not_a_currency") : undefined
  return (
    <fieldset className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="sr-only">{texts.legend(currency)}</legend>
      <CurrencyField
        currency={currency}
        error={mistake}
        change={(changed) => put({ ...limit, currency: changed })}
      />
      {names.map((name) => (
        <Field
          key={name}
          label={texts.label(name)}
          hint={texts.hint?.(name)}
          error={isWrong(name) ? t("limits.not_an_amount") : undefined}
        >
          {(wiring) => (
            <Input
              {...wiring}
              size="small"
              inputMode="decimal"
              value={limit[name]}
              onChange={({ target }) => put({ ...limit, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <div className="sm:col-span-2 lg:col-span-4">
        <Button size="small" type="button" variant="transparent" onClick={remove}>
          {t("limits.remove", { currency })}
        </Button>
      </div>
    </fieldset>
  )
}
