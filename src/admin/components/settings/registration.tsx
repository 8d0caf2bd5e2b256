import { Input } from "@medusajs/ui"
import { REGISTRATION_CAP_BOUNDS, REGISTRATIONS } from "../../../domain/registration"
import type { Settings } from "../../../modules/policy/models/settings"
import { endRegistrationToken, issueRegistrationToken, useRegistrationToken } from "../../api/credentials"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { Choices } from "../common/choices"
import type { Editing } from "../common/draft-form"
import { Field, Fields } from "../common/field"
import { Loaded } from "../common/loaded"
import { Section } from "../common/section"
import { Toggle } from "../common/toggle"
import { Credential } from "./credential"
import { SettingsForm } from "./settings-form"

interface Draft extends Pick<
  Settings,
  "registration" | "approval_required" | "registration_approves_sensitive" | "registration_requires_pushed"
> {
  readonly registration_cap: string
}

/** The rules for agents that register. */
export function Registration() {
  const t = useText()
  return (
    <SettingsForm<Draft>
      title={t("settings.registration")}
      about={t("settings.registration_about")}
      draftOf={({ registration, approval_required, registration_cap, ...rules }) => ({
        registration,
        approval_required,
        registration_cap: String(registration_cap),
        registration_approves_sensitive: rules.registration_approves_sensitive,
        registration_requires_pushed: rules.registration_requires_pushed,
      })}
      changeOf={(draft) => ({ ...draft, registration_cap: Number(draft.registration_cap) || 0 })}
      shows={["registration_cap"]}
    >
      {({ draft, edit, ...editing }) => (
        <>
          <Fields>
            <Choices
              label={t("settings.registration")}
              shows_label={false}
              choices={REGISTRATIONS.map((value) => ({
                value,
                label: t(`settings.registration_${value}`),
                about: t(`settings.registration_${value}_about`),
              }))}
              value={draft.registration}
              choose={(registration) => edit({ registration })}
            />
            <Cap draft={draft} edit={edit} {...editing} />
          </Fields>
          <Toggle
            label={t("settings.approval")}
            about={t("settings.approval_about")}
            is_on={draft.approval_required}
            change={(approval_required) => edit({ approval_required })}
          />
          <Toggle
            label={t("settings.approves_sensitive")}
            about={t("settings.approves_sensitive_about")}
            is_on={draft.registration_approves_sensitive}
            change={(registration_approves_sensitive) => edit({ registration_approves_sensitive })}
          />
          <Toggle
            label={t("settings.requires_pushed")}
            about={t("settings.requires_pushed_about")}
            is_on={draft.registration_requires_pushed}
            change={(registration_requires_pushed) => edit({ registration_requires_pushed })}
          />
        </>
      )}
    </SettingsForm>
  )
}

/** How many agents may be registered without a consent. */
function Cap({ draft, edit, refusal }: Editing<Draft>) {
  const t = useText()
  const [fewest, most] = REGISTRATION_CAP_BOUNDS
  const bounds = t("settings.cap_hint", { fewest, most })
  const isWrong = pathsIn(refusal, "registration_cap").length > 0
  return (
    <Field label={t("settings.cap")} hint={bounds} error={isWrong ? bounds : undefined}>
      {(wiring) => (
        <Input
          {...wiring}
          size="small"
          inputMode="numeric"
          value={draft.registration_cap}
          onChange={({ target }) => edit({ registration_cap: target.value })}
        />
      )}
    </Field>
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
