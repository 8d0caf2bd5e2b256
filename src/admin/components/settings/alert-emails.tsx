import { Hint } from "@medusajs/ui"
import { useAlertDestinations } from "../../api/alert-destinations"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { asLines, entriesIn } from "../common/entries"
import { EntriesField } from "../common/entries-field"
import { Fields } from "../common/field"
import { SettingsForm } from "./settings-form"

/** The e-mail addresses that get alerts. */
export function AlertEmails() {
  const t = useText()
  const { data } = useAlertDestinations()
  const email = data?.destinations.find(({ destination }) => destination === "email")
  const address = email?.configured
  return (
    <SettingsForm
      title={t("alert_settings.email")}
      about={t("alert_settings.email_about")}
      draftOf={({ alert_emails }) => ({ text: asLines(alert_emails) })}
      shows={["alert_emails"]}
      changeOf={({ text }) => ({ alert_emails: entriesIn(text) })}
    >
      {({ draft, edit, refusal }) => (
        <Fields>
          {email?.missing === "provider" && <Hint>{t("alert_settings.no_provider")}</Hint>}
          <EntriesField
            label={t("alert_settings.email_label")}
            hint={address ? t("alert_settings.email_configured", { address }) : undefined}
            text={draft.text}
            wrong={pathsIn(refusal, "alert_emails").filter(Boolean)}
            problem={(values) => t("alert_settings.bad_emails", { values })}
            error={refusal.has("alert_emails") ? t("alert_settings.too_many_emails") : undefined}
            edit={(text) => edit({ text })}
          />
        </Fields>
      )}
    </SettingsForm>
  )
}
