import { Input } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { dayOf, momentOf } from "../common/moment"
import type { Filters } from "./use-filters"

interface Props<Name extends string> {
  readonly of: Filters<Name>
  /** The names of the two filters, whose values are times (RFC 3339). */
  readonly from: Name
  readonly to: Name
}

/**
 * A filter for a range of days in the user's time zone, both included, also when a clock change makes a day longer or
 * shorter.
 */
export function DaysFilter<Name extends string>({ of, from, to }: Props<Name>) {
  const t = useText()
  const bound = (name: Name, time: string) => (day: string) => of.set(name, momentOf(`${day}T${time}`))
  return (
    <>
      <Day label={t("common.from")} at={of.values[from]} pick={bound(from, "00:00:00.000")} />
      <Day label={t("common.to")} at={of.values[to]} pick={bound(to, "23:59:59.999")} />
    </>
  )
}

interface DayProps {
  readonly label: string
  readonly at: string | undefined
  pick(day: string): void
}

function Day({ label, at, pick }: DayProps) {
  return (
    <Field label={label}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          type="date"
          max="9999-12-31"
          value={dayOf(at)}
          onChange={({ target }) => pick(target.value)}
        />
      )}
    </Field>
  )
}
