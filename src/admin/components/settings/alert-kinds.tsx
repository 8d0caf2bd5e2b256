import { ALERT_KINDS, type AlertKind } from "../../../domain/alerts"
import { useText } from "../../i18n/use-text"
import { Toggle } from "../common/toggle"
import { SettingsForm } from "./settings-form"

/** A switch for each kind of alert: whether it is sent. */
export function AlertKinds() {
  const t = useText()
  return (
    <SettingsForm<Record<AlertKind, boolean>>
      title={t("alert_settings.kinds")}
      about={t("alert_settings.kinds_about")}
      draftOf={({ alert_muted_kinds }) => sentKinds(alert_muted_kinds)}
      changeOf={(draft) => ({ alert_muted_kinds: ALERT_KINDS.filter((kind) => !draft[kind]) })}
    >
      {({ draft, edit }) =>
        ALERT_KINDS.map((kind) => (
          <Toggle
            key={kind}
            label={t(`alert_settings.kind_${kind}`)}
            about={t(`alert_settings.kind_${kind}_about`)}
            is_on={draft[kind]}
            change={(is_on) => edit({ [kind]: is_on })}
          />
        ))
      }
    </SettingsForm>
  )
}

const sentKinds = (muted: readonly AlertKind[]) =>
  Object.fromEntries(ALERT_KINDS.map((kind) => [kind, !muted.includes(kind)])) as Record<AlertKind, boolean>
