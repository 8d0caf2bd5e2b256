import type { Settings, SettingsChange } from "../../modules/policy/models/settings"
import { post } from "./client"
import { KEPT, useOne } from "./use-one"
import type { Wire } from "./wire"

export interface SettingsAnswer {
  readonly settings: Wire<Settings>
  /** The store's address, as others are given it. */
  readonly base_url: string
}

/** What `useSettings` keeps its answer under. */
export const SETTINGS_KEY = [KEPT, "/settings", undefined]

/** What the merchant permits. */
export const useSettings = () => useOne<SettingsAnswer>("/settings")

/** Changes the settings that are given. */
export const changeSettings = (change: SettingsChange) =>
  post<Pick<SettingsAnswer, "settings">>("/settings", change)
