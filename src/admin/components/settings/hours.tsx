import { Input } from "@medusajs/ui"
import { useId } from "react"
import type { SettingsChange } from "../../../modules/policy/models/settings"
import { DAYS, type Day } from "../../../domain/hours"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { Field } from "../common/field"
import { Toggle } from "../common/toggle"
import { type Editing, SettingsForm } from "./settings-form"

interface Draft {
  readonly is_limited: boolean
  readonly time_zone: string
  /** The ranges of each day as they are typed, with commas. */
  readonly days: Readonly<Record<Day, string>>
}

const SHOWN = ["a2a_hours.time_zone", ...DAYS.map((day) => `a2a_hours.days.${day}`)]

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** When A2A may be called. */
export function OpeningHours() {
  const t = useText()
  return (
    <SettingsForm<Draft>
      title={t("settings.hours")}
      about={t("settings.hours_about")}
      draftOf={({ a2a_hours: hours }) => ({
        is_limited: hours !== null,
        time_zone: hours?.time_zone ?? OWN_ZONE,
        days: eachDay((day) => (hours?.days[day] ?? []).join(", ")),
      })}
      changeOf={changeOf}
      shows={SHOWN}
    >
      {(editing) => <Week {...editing} />}
    </SettingsForm>
  )
}

const eachDay = (textOf: (day: Day) => string) =>
  Object.fromEntries(DAYS.map((day) => [day, textOf(day)])) as Record<Day, string>

const rangesIn = (text: string) => text.split(",").flatMap((range) => range.trim() || [])

function changeOf({ is_limited, time_zone, days }: Draft): SettingsChange {
  if (!is_limited) return { a2a_hours: null }
  const ranges = DAYS.map((day) => [day, rangesIn(days[day])] as const).filter(([, some]) => some.length)
  return { a2a_hours: { time_zone: time_zone.trim(), days: Object.fromEntries(ranges) } }
}

function Week({ draft, edit, refusal }: Editing<Draft>) {
  const t = useText()
  const zones = useId()
  const wrongIn = (day: Day) => {
    const ranges = rangesIn(draft.days[day])
    const wrong = pathsIn(refusal, `a2a_hours.days.${day}`).map((place) => ranges[Number(place)] ?? place)
    return wrong.length ? t("settings.bad_range", { values: wrong.join(", ") }) : undefined
  }
  const isBadZone = pathsIn(refusal, "a2a_hours.time_zone").length > 0
  return (
    <>
      <div className="-mx-6 -mt-4">
        <Toggle
          label={t("settings.hours_limited")}
          about={t("settings.hours_limited_about")}
          is_on={draft.is_limited}
          change={(is_limited) => edit({ is_limited })}
        />
      </div>
      {draft.is_limited && (
        <>
          <Field
            label={t("settings.time_zone")}
            error={isBadZone ? t("settings.bad_zone", { value: draft.time_zone }) : undefined}
          >
            {(wiring) => (
              <Input
                {...wiring}
                list={zones}
                value={draft.time_zone}
                onChange={({ target }) => edit({ time_zone: target.value })}
              />
            )}
          </Field>
          <datalist id={zones}>
            {Intl.supportedValuesOf("timeZone").map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {DAYS.map((day) => (
              <Field
                key={day}
                label={t(`settings.day_${day}`)}
                hint={t("settings.range_hint")}
                error={wrongIn(day)}
              >
                {(wiring) => (
                  <Input
                    {...wiring}
                    placeholder="09:00-12:00, 13:00-17:00"
                    value={draft.days[day]}
                    onChange={({ target }) => edit({ days: { ...draft.days, [day]: target.value } })}
                  />
                )}
              </Field>
            ))}
          </div>
        </>
      )}
    </>
  )
}
