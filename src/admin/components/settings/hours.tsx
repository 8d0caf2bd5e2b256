import { useText } from "../../i18n/use-text"
import { Toggle } from "../common/toggle"
import { type HoursDraft, hoursDraftOf, hoursIn, hoursMembers } from "../rules/hours-draft"
import { HoursFields } from "../rules/hours-fields"
import { SettingsForm } from "./settings-form"

const SHOWN = hoursMembers("a2a_hours")

/** The access schedule of A2A. */
export function OpeningHours() {
  const t = useText()
  return (
    <SettingsForm<HoursDraft>
      title={t("settings.hours")}
      about={t("settings.hours_about")}
      draftOf={({ a2a_hours }) => hoursDraftOf(a2a_hours)}
      changeOf={(draft) => ({ a2a_hours: hoursIn(draft) })}
      shows={SHOWN}
    >
      {({ draft, edit, refusal }) => (
        <>
          <Toggle
            label={t("settings.hours_limited")}
            about={t("settings.hours_limited_about")}
            is_on={draft.is_on}
            change={(is_on) => edit({ is_on })}
          />
          {draft.is_on && <HoursFields of={draft} refusal={refusal} edit={edit} member="a2a_hours" />}
        </>
      )}
    </SettingsForm>
  )
}
