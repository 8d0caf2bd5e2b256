import { Input } from "@medusajs/ui"
import { DUPLICATE_WINDOW_BOUNDS } from "../../../domain/duplicate-guard"
import { pathsIn } from "../../api/refusal"
import { useText } from "../../i18n/use-text"
import { Field, Fields } from "../common/field"
import { Toggle } from "../common/toggle"
import { SettingsForm } from "./settings-form"

const WINDOW = "duplicate_guard.window_seconds"

interface Draft {
  readonly enabled: boolean
  /** Seconds, as typed. */
  readonly window: string
}

/** Whether an agent must confirm a purchase that equals its previous one, and for how long. */
export function Duplicates() {
  const t = useText()
  const [fewest, most] = DUPLICATE_WINDOW_BOUNDS
  const bounds = t("settings.duplicates_bounds", { fewest, most })
  return (
    <SettingsForm<Draft>
      title={t("settings.duplicates")}
      about={t("settings.duplicates_about")}
      draftOf={({ duplicate_guard: { enabled, window_seconds } }) => ({
        enabled,
        window: String(window_seconds),
      })}
      changeOf={({ enabled, window }) => ({
        duplicate_guard: { enabled, window_seconds: Number(window) || 0 },
      })}
      shows={[WINDOW]}
    >
      {({ draft, edit, refusal }) => (
        <>
          <Toggle
            label={t("settings.duplicates_enabled")}
            about={t("settings.duplicates_enabled_about")}
            is_on={draft.enabled}
            change={(enabled) => edit({ enabled })}
          />
          <Fields>
            <Field
              label={t("settings.duplicates_window")}
              hint={bounds}
              error={pathsIn(refusal, WINDOW).length > 0 ? bounds : undefined}
            >
              {(wiring) => (
                <Input
                  {...wiring}
                  size="small"
                  inputMode="numeric"
                  value={draft.window}
                  onChange={({ target }) => edit({ window: target.value })}
                />
              )}
            </Field>
          </Fields>
        </>
      )}
    </SettingsForm>
  )
}
