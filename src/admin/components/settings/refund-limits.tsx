import { Button, Input } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { type LimitDraft, NO_LIMIT, REFUND_LIMITS } from "./refund-draft"

interface Props {
  readonly limits: readonly LimitDraft[]
  change(limits: readonly LimitDraft[]): void
}

/** The limits of automatic refunds, one row for each currency, in its major units. */
export function RefundLimits({ limits, change }: Props) {
  const t = useText()
  return (
    <>
      {limits.map((limit, index) => (
        <LimitRow
          key={index}
          limit={limit}
          change={(changed) => change(limits.map((one, n) => (n === index ? changed : one)))}
          remove={() => change(limits.filter((_, n) => n !== index))}
        />
      ))}
      <div className="px-6 py-4">
        <Button size="small" type="button" variant="secondary" onClick={() => change([...limits, NO_LIMIT])}>
          {t("refunds.add")}
        </Button>
      </div>
    </>
  )
}

interface RowProps {
  readonly limit: LimitDraft
  change(limit: LimitDraft): void
  remove(): void
}

function LimitRow({ limit, change, remove }: RowProps) {
  const t = useText()
  const { currency } = limit
  return (
    <fieldset className="grid grid-cols-1 items-start gap-4 px-6 py-4 sm:grid-cols-2">
      <legend className="sr-only">{t("refunds.limit", { currency })}</legend>
      {(["currency", ...REFUND_LIMITS] as const).map((name) => (
        <Field key={name} label={t(`refunds.${name}`)}>
          {(wiring) => (
            <Input
              {...wiring}
              size="small"
              value={limit[name]}
              onChange={({ target }) => change({ ...limit, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <div className="sm:col-span-2">
        <Button size="small" type="button" variant="transparent" onClick={remove}>
          {t("refunds.remove", { currency })}
        </Button>
      </div>
    </fieldset>
  )
}
