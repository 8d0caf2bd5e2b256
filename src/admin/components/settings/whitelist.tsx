import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { asLines, linesIn } from "./lines"
import { LinesField } from "./lines-field"
import { SettingsForm } from "./settings-form"

/** From which addresses A2A may be called. */
export function Whitelist() {
  const t = useText()
  return (
    <SettingsForm
      title={t("settings.whitelist")}
      about={t("settings.whitelist_about")}
      draftOf={({ a2a_ip_allow }) => ({ text: asLines(a2a_ip_allow) })}
      shows={["a2a_ip_allow"]}
      changeOf={({ text }) => ({ a2a_ip_allow: linesIn(text) })}
    >
      {({ draft, edit, refusal }) => (
        <LinesField
          label={t("settings.networks")}
          text={draft.text}
          wrong={pathsIn(refusal, "a2a_ip_allow")}
          problem={(values) => t("settings.bad_networks", { values })}
          edit={(text) => edit({ text })}
        />
      )}
    </SettingsForm>
  )
}
