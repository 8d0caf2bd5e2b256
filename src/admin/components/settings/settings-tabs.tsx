import { Tabs } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useText } from "../../i18n/use-text"
import { SettingsTabContext } from "./settings-editor"
import { SETTINGS_TABS, type SettingsTab, useSettingsTab } from "./tabs"

interface Props {
  readonly tabs: Readonly<Record<SettingsTab, ReactNode>>
  /** The tabs with errors. */
  readonly wrong: ReadonlySet<SettingsTab>
}

/** The tabs of the settings. Hidden ones stay mounted, so that they keep their changes. */
export function SettingsTabs({ tabs, wrong }: Props) {
  const t = useText()
  const [tab, show] = useSettingsTab()
  return (
    <Tabs value={tab} onValueChange={(chosen) => show(chosen as SettingsTab)}>
      <Tabs.List className="flex-wrap gap-y-1" aria-label={t("settings_page.tabs")}>
        {SETTINGS_TABS.map((one) => (
          <Tabs.Trigger key={one} value={one} className="gap-x-1.5">
            <TabName tab={one} is_wrong={wrong.has(one)} />
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {SETTINGS_TABS.map((one) => (
        <Tabs.Content key={one} value={one} forceMount hidden={one !== tab}>
          <div className="flex flex-col gap-y-3 pt-3">
            <SettingsTabContext.Provider value={one}>{tabs[one]}</SettingsTabContext.Provider>
          </div>
        </Tabs.Content>
      ))}
    </Tabs>
  )
}

function TabName({ tab, is_wrong }: { readonly tab: SettingsTab; readonly is_wrong: boolean }) {
  const t = useText()
  return (
    <>
      {t(`settings_page.${tab}`)}
      {is_wrong && (
        <>
          <span aria-hidden className="bg-ui-tag-red-icon size-1.5 rounded-full" />
          <span className="sr-only">{t("settings_page.has_errors")}</span>
        </>
      )}
    </>
  )
}
