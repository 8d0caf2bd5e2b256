import { useSearchParams } from "react-router-dom"

/** The tabs of the settings page, in their order. */
export const SETTINGS_TABS = ["setup", "channels", "access", "limits", "alerts", "data", "developer"] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

const isTab = (text: string | null): text is SettingsTab => SETTINGS_TABS.some((tab) => tab === text)

/** The path of a tab of the settings page. */
export const pathOfTab = (tab: SettingsTab): string => `/settings/agentic-commerce?tab=${tab}`

/** The shown tab, which is in the page's URL, and a function that shows another one. The first tab by default. */
export function useSettingsTab(): readonly [SettingsTab, (tab: SettingsTab) => void] {
  const [params, setParams] = useSearchParams()
  const chosen = params.get("tab")
  const tab = isTab(chosen) ? chosen : SETTINGS_TABS[0]
  return [tab, (next) => setParams({ tab: next }, { replace: true })]
}
