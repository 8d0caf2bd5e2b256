import { useText } from "../../i18n/use-text"
import { Fields } from "../common/field"
import { LimitFields } from "../rules/limit-fields"
import { fullDraftOf, fullLimitsIn, type LimitsDraft, WINDOWS } from "../rules/limits-draft"
import { SettingsForm } from "./settings-form"

const SURFACES = ["a2a", "ucp"] as const

type Draft = Readonly<Record<(typeof SURFACES)[number], LimitsDraft>>

/** The rate limits of each channel for one client. */
export function RateLimits() {
  const t = useText()
  return (
    <SettingsForm<Draft>
      title={t("settings.limits")}
      about={t("settings.limits_about")}
      draftOf={({ a2a_limits, ucp_limits }) => ({
        a2a: fullDraftOf(a2a_limits),
        ucp: fullDraftOf(ucp_limits),
      })}
      shows={SURFACES.flatMap((surface) => WINDOWS.map((window) => `${surface}_limits.${window}`))}
      changeOf={({ a2a, ucp }) => ({ a2a_limits: fullLimitsIn(a2a), ucp_limits: fullLimitsIn(ucp) })}
    >
      {({ draft, edit, refusal }) => (
        <Fields>
          {SURFACES.map((surface) => (
            <LimitFields
              key={surface}
              {...{ refusal, of: draft[surface], member: `${surface}_limits` }}
              legend={t(`settings.${surface}_enabled`)}
              hint={t("settings.limit_hint")}
              edit={(limits) => edit({ [surface]: limits })}
            />
          ))}
        </Fields>
      )}
    </SettingsForm>
  )
}
