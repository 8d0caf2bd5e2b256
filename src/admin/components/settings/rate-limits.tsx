import { useText } from "../../i18n/use-text"
import { Fields } from "../common/field"
import { LimitFields } from "../rules/limit-fields"
import { fullDraftOf, fullLimitsIn, type LimitsDraft, WINDOWS } from "../rules/limits-draft"
import { SettingsForm } from "./settings-form"

const LIMITED = ["a2a", "ucp", "ucp_anonymous"] as const

type Draft = Readonly<Record<(typeof LIMITED)[number], LimitsDraft>>

/** The rate limits of each channel for one client, and of callers without a login for one IP address. */
export function RateLimits() {
  const t = useText()
  return (
    <SettingsForm<Draft>
      title={t("settings.limits")}
      about={t("settings.limits_about")}
      draftOf={({ a2a_limits, ucp_limits, ucp_anonymous_limits }) => ({
        a2a: fullDraftOf(a2a_limits),
        ucp: fullDraftOf(ucp_limits),
        ucp_anonymous: fullDraftOf(ucp_anonymous_limits),
      })}
      shows={LIMITED.flatMap((name) => WINDOWS.map((window) => `${name}_limits.${window}`))}
      changeOf={({ a2a, ucp, ucp_anonymous }) => ({
        a2a_limits: fullLimitsIn(a2a),
        ucp_limits: fullLimitsIn(ucp),
        ucp_anonymous_limits: fullLimitsIn(ucp_anonymous),
      })}
    >
      {({ draft, edit, refusal }) => (
        <Fields>
          {LIMITED.map((name) => (
            <LimitFields
              key={name}
              refusal={refusal}
              of={draft[name]}
              member={`${name}_limits`}
              legend={t(`settings.${name}_enabled`)}
              hint={t("settings.limit_hint")}
              edit={(limits) => edit({ [name]: limits })}
            />
          ))}
        </Fields>
      )}
    </SettingsForm>
  )
}
