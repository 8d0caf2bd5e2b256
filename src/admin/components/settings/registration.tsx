import { RadioGroup } from "@medusajs/ui"
import { REGISTRATIONS, type Settings } from "../../../modules/policy/models/settings"
import { endRegistrationToken, issueRegistrationToken, useRegistrationToken } from "../../api/credentials"
import { useText } from "../../i18n/use-text"
import { Fields } from "../common/field"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { Toggle } from "../common/toggle"
import { Credential } from "./credential"
import { SettingsForm } from "./settings-form"

/** The rules for agents that register. */
export function Registration() {
  const t = useText()
  return (
    <SettingsForm
      title={t("settings.registration")}
      about={t("settings.registration_about")}
      draftOf={({ registration, approval_required }) => ({ registration, approval_required })}
      changeOf={(draft) => draft}
    >
      {({ draft, edit }) => (
        <>
          <Fields>
            <RadioGroup
              aria-label={t("settings.registration")}
              value={draft.registration}
              onValueChange={(chosen) => edit({ registration: chosen as Settings["registration"] })}
            >
              {REGISTRATIONS.map((policy) => (
                <RadioGroup.ChoiceBox
                  key={policy}
                  value={policy}
                  label={t(`settings.registration_${policy}`)}
                  description={t(`settings.registration_${policy}_about`)}
                />
              ))}
            </RadioGroup>
          </Fields>
          <Toggle
            label={t("settings.approval")}
            about={t("settings.approval_about")}
            is_on={draft.approval_required}
            change={(approval_required) => edit({ approval_required })}
          />
        </>
      )}
    </SettingsForm>
  )
}

/** The registration token, for stores that require one. */
export function RegistrationToken() {
  const t = useText()
  return (
    <Section title={t("settings.registration_token")} about={t("settings.registration_token_about")}>
      <Loaded of={useRegistrationToken()}>
        {({ registration_token }) => (
          <Credential
            name={t("settings.registration_token")}
            created_at={registration_token?.created_at ?? null}
            issue={issueRegistrationToken}
            end={endRegistrationToken}
          />
        )}
      </Loaded>
    </Section>
  )
}
