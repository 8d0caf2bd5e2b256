import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { asLines, entriesIn } from "../common/entries"
import { EntriesField } from "../common/entries-field"
import { Fields } from "../common/field"
import { SettingsForm } from "./settings-form"

/** The web origins that may call from a browser (CORS). */
export function Origins() {
  const t = useText()
  return (
    <SettingsForm
      title={t("settings.origins")}
      about={t("settings.origins_about")}
      draftOf={({ cors_origins }) => ({ text: asLines(cors_origins) })}
      shows={["cors_origins"]}
      changeOf={({ text }) => ({ cors_origins: entriesIn(text) })}
    >
      {({ draft, edit, refusal }) => (
        <Fields>
          <EntriesField
            label={t("settings.origins_label")}
            text={draft.text}
            wrong={pathsIn(refusal, "cors_origins")}
            problem={(values) => t("settings.bad_origins", { values })}
            edit={(text) => edit({ text })}
          />
        </Fields>
      )}
    </SettingsForm>
  )
}
