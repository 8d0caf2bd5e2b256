import type { Settings, SettingsChange } from "../../modules/policy/models/settings"
import { post } from "./client"
import { useOne } from "./use-one"
import type { Wire } from "./wire"

export interface SettingsAnswer {
  readonly settings: Wire<Settings>
  /** The store's address, as others are given it. */
  readonly base_url: string
}

export const SETTINGS_PATH = "/settings"

/** What the merchant permits. */
export const useSettings = () => useOne<SettingsAnswer>(SETTINGS_PATH)

/** Changes the settings that are given. */
export const changeSettings = (change: SettingsChange) =>
  post<Pick<SettingsAnswer, "settings">>(SETTINGS_PATH, change)
