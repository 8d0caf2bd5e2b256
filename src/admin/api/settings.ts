import type { Settings, SettingsChange } from "../../modules/policy/models/settings"
import { post } from "./client"
import { useOne } from "./use-one"
import type { Wire } from "./wire"

/** The response with the merchant's settings. */
export interface SettingsAnswer {
  readonly settings: Wire<Settings>
  /** The store's public URL. */
  readonly base_url: string
}

/** The API path of the settings. */
export const SETTINGS_PATH = "/settings"

/** The gateway's settings. */
export const useSettings = () => useOne<SettingsAnswer>(SETTINGS_PATH)

/** Changes the given settings. */
export const changeSettings = (change: SettingsChange) =>
  post<Pick<SettingsAnswer, "settings">>(SETTINGS_PATH, change)
