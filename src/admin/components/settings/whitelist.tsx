import { useText } from "../../i18n/use-text"
import { asLines, entriesIn } from "../common/entries"
import { Fields } from "../common/field"
import { NetworksField } from "../rules/networks-field"
import { SettingsForm } from "./settings-form"

/** The allowed IP addresses of A2A. */
export function Whitelist() {
  const t = useText()
  return (
    <SettingsForm
      title={t("settings.whitelist")}
      about={t("settings.whitelist_about")}
      draftOf={({ a2a_ip_allow }) => ({ text: asLines(a2a_ip_allow) })}
      shows={["a2a_ip_allow"]}
      changeOf={({ text }) => ({ a2a_ip_allow: entriesIn(text) })}
    >
      {({ draft: { text }, edit, refusal }) => (
        <Fields>
          <NetworksField
            text={text}
            refusal={refusal}
            member="a2a_ip_allow"
            edit={(typed) => edit({ text: typed })}
          />
        </Fields>
      )}
    </SettingsForm>
  )
}
