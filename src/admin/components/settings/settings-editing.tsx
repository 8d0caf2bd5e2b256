import type { ReactNode } from "react"
import { refusalIn } from "../../api/refusal"
import { isShown } from "../common/draft-form"
import { ChangesBar } from "./changes-bar"
import { SettingsEditorContext } from "./settings-editor"
import { SettingsTabs } from "./settings-tabs"
import type { SettingsTab } from "./tabs"
import { useConfirmLeaving } from "./use-confirm-leaving"
import { useFocusOnError } from "./use-focus-on-error"
import { useSaveSettings } from "./use-save-settings"
import { useSectionDrafts } from "./use-section-drafts"

interface Props {
  readonly tabs: Readonly<Record<SettingsTab, ReactNode>>
}

/**
 * The tabs of the settings with one bar that saves or discards all changes. The changes of a tab stay while another
 * one is shown, and leaving the page with changes needs a confirmation.
 */
export function SettingsEditing({ tabs }: Props) {
  const { put, all, changed } = useSectionDrafts()
  const { save, discard, wrong, error, is_busy } = useSaveSettings(all, changed)
  useConfirmLeaving(changed > 0)
  useFocusOnError(wrong)
  const refusal = refusalIn(error)
  const shown = all().flatMap(({ shows }) => shows)
  return (
    <SettingsEditorContext.Provider value={{ refusal, is_busy, put, save }}>
      <SettingsTabs tabs={tabs} wrong={wrong} />
      <ChangesBar
        changed={changed}
        has_errors={wrong.size > 0}
        is_busy={is_busy}
        refusal={isShown(refusal, shown) ? undefined : error?.message}
        save={save}
        discard={discard}
      />
    </SettingsEditorContext.Provider>
  )
}
