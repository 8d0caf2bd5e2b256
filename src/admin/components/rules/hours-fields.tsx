import { Input, Text } from "@medusajs/ui"
import { DAYS, type Day } from "../../../domain/hours"
import { pathsIn, type Refusal } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { refusedIn } from "../common/entries"
import { Field, Fields } from "../common/field"
import type { HoursDraft } from "./hours-draft"
import { TimeZoneField } from "./time-zone-field"

interface Props {
  readonly of: HoursDraft
  readonly refusal: Refusal
  /** The name of the member in the request, such as `hours`. */
  readonly member: string
  edit(hours: HoursDraft): void
}

/** The time zone and, for each weekday, the ranges in which calls are accepted. */
export function HoursFields({ of: hours, refusal, member, edit }: Props) {
  const t = useText()
  const setDay = (day: Day) => (text: string) => edit({ ...hours, days: { ...hours.days, [day]: text } })
  return (
    <Fields>
      <TimeZoneField
        zone={hours.time_zone}
        is_wrong={pathsIn(refusal, `${member}.time_zone`).length > 0}
        edit={(time_zone) => edit({ ...hours, time_zone })}
      />
      <Text size="small" className="text-ui-fg-subtle">
        {t("rules.hours_hint")}
      </Text>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {DAYS.map((day) => (
          <Ranges
            key={day}
            label={t(`rules.day_${day}`)}
            text={hours.days[day]}
            wrong={pathsIn(refusal, `${member}.days.${day}`)}
            edit={setDay(day)}
          />
        ))}
      </div>
    </Fields>
  )
}

interface RangesProps {
  readonly label: string
  readonly text: string
  /** The indexes of the refused ranges. */
  readonly wrong: readonly string[]
  edit(text: string): void
}

function Ranges({ label, text, wrong, edit }: RangesProps) {
  const t = useText()
  const values = refusedIn(text, wrong)
  return (
    <Field label={label} error={values && t("rules.bad_range", { values })}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          placeholder="09:00-12:00, 13:00-17:00"
          value={text}
          onChange={({ target }) => edit(target.value)}
        />
      )}
    </Field>
  )
}
