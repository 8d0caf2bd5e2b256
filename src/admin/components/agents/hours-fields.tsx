import { Input } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { DAYS, type RulesDraft } from "./rules-draft"

type Hours = NonNullable<RulesDraft["hours"]>

interface Props {
  readonly of: Hours
  readonly error: string | undefined
  change(hours: Hours): void
}

/** The time zone and, for each weekday, the ranges in which calls are accepted. */
export function HoursFields({ of: hours, error, change }: Props) {
  const t = useText()
  return (
    <div className="grid gap-4 px-6 py-4 sm:grid-cols-2">
      <Field label={t("agents.time_zone")} hint={t("agents.hours_hint")} error={error}>
        {(wiring) => (
          <Input
            {...wiring}
            size="small"
            value={hours.time_zone}
            onChange={(event) => change({ ...hours, time_zone: event.target.value })}
          />
        )}
      </Field>
      {DAYS.map((day) => (
        <Field key={day} label={t(`agents.${day}`)}>
          {(wiring) => (
            <Input
              {...wiring}
              size="small"
              placeholder="09:00-17:30"
              value={hours.days[day]}
              onChange={(event) => change({ ...hours, days: { ...hours.days, [day]: event.target.value } })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
