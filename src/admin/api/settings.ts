import type { Settings, SettingsChange } from "../../modules/policy/models/settings"
import { post } from "./client"
import { useOne } from "./use-one"
import type { Wire } from "./wire"

interface Answer {
  readonly settings: Wire<Settings>
}

/** What the merchant permits. */
export const useSettings = () => useOne<Answer>("/settings")

/** Changes the settings that are given. */
export const changeSettings = (change: SettingsChange) => post<Answer>("/settings", change)
