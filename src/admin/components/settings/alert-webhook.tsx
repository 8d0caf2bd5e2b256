import { Input } from "@medusajs/ui"
import { endAlertSecret, issueAlertSecret } from "../../api/alert-destinations"
import { pathsIn } from "../../api/refusal"
import { useSettings } from "../../api/settings"
import { useText } from "../../i18n/use-text"
import { Field, Fields } from "../common/field"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { Credential } from "./credential"
import { SettingsForm } from "./settings-form"

/** The merchant's webhook that gets alerts. */
export function AlertWebhook() {
  const t = useText()
  return (
    <SettingsForm
      title={t("alert_settings.webhook")}
      about={t("alert_settings.webhook_about")}
      draftOf={({ alert_webhook_url }) => ({ url: alert_webhook_url ?? "" })}
      shows={["alert_webhook_url"]}
      changeOf={({ url }) => ({ alert_webhook_url: url.trim() || null })}
    >
      {({ draft, edit, refusal }) => (
        <Fields>
          <Field
            label={t("alert_settings.webhook_label")}
            hint={t("alert_settings.webhook_hint")}
            error={pathsIn(refusal, "alert_webhook_url").length ? t("alert_settings.bad_url") : undefined}
          >
            {(wiring) => (
              <Input
                {...wiring}
                size="small"
                inputMode="url"
                value={draft.url}
                onChange={({ target }) => edit({ url: target.value })}
              />
            )}
          </Field>
        </Fields>
      )}
    </SettingsForm>
  )
}

/** The secret that signs the messages to the merchant's webhook. */
export function AlertWebhookSecret() {
  const t = useText()
  return (
    <Section title={t("alert_settings.secret")} about={t("alert_settings.secret_about")}>
      <Loaded of={useSettings()}>
        {({ settings }) => (
          <Credential
            name={t("alert_settings.secret")}
            created_at={settings.alert_webhook_secret_at}
            issue={issueAlertSecret}
            end={endAlertSecret}
          />
        )}
      </Loaded>
    </Section>
  )
}
