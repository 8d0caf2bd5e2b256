import { Input } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { Field } from "./field"

/** What a control for dates has, such as `2026-11-22T09:30`, is a time of the viewer's own zone; as RFC 3339, undefined for none. */
export function momentOf(typed: string): string | undefined {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

interface Props {
  /** RFC 3339. */
  readonly from: string | undefined
  readonly to: string | undefined
  change(bound: "from" | "to", at: string | undefined): void
}

/** Days in the viewer's own zone, both included, however long the clock makes them. */
export function Days({ from, to, change }: Props) {
  const t = useText()
  return (
    <>
      <Day
        label={t("common.from")}
        at={from}
        type={(day) => change("from", momentOf(`${day}T00:00:00.000`))}
      />
      <Day label={t("common.to")} at={to} type={(day) => change("to", momentOf(`${day}T23:59:59.999`))} />
    </>
  )
}

interface DayProps {
  readonly label: string
  readonly at: string | undefined
  type(day: string): void
}

function Day({ label, at, type }: DayProps) {
  return (
    <Field label={label}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          type="date"
          max="9999-12-31"
          value={dayOf(at)}
          onChange={({ target }) => type(target.value)}
        />
      )}
    </Field>
  )
}

function dayOf(moment: string | undefined): string {
  if (!moment) return ""
  const at = new Date(moment)
  const padded = (part: number, digits = 2) => String(part).padStart(digits, "0")
  return `${padded(at.getFullYear(), 4)}-${padded(at.getMonth() + 1)}-${padded(at.getDate())}`
}
