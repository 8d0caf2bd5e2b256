import { createContext, useContext } from "react"
import type { SettingsChange } from "../../../modules/policy/models/settings"
import type { Refusal } from "../../api/refusal"
import type { SettingsTab } from "./tabs"

/** What a section contributes to the page's one change. */
export interface SectionDraft {
  readonly tab: SettingsTab
  /** How many of its fields are changed. */
  readonly changed: number
  /** The members whose fields show their own errors. */
  readonly shows: readonly string[]
  /** The settings that it changes; undefined if the fields cannot be sent. Then they show why. */
  read(): SettingsChange | undefined
  /** Ends the draft after it is saved, unless it has been edited since. */
  settle(): void
  discard(): void
}

/** What the page shares with its sections. */
export interface SettingsEditor {
  /** The server's errors from the last attempt to save. */
  readonly refusal: Refusal
  /** Whether changes are being saved. */
  readonly is_busy: boolean
  /** Reports the newest draft of a section. */
  put(section: string, draft: SectionDraft): void
  /** Saves the changes of all sections. */
  save(): void
}

/** The editor of the settings, for the fields on the page; null outside of it. */
export const SettingsEditorContext = createContext<SettingsEditor | null>(null)

/** The tab in which a section is. */
export const SettingsTabContext = createContext<SettingsTab>("setup")

/** The editor of the page. Throws outside of it. */
export function useSettingsEditor(): SettingsEditor {
  const editor = useContext(SettingsEditorContext)
  if (!editor) throw new Error("A section of settings must be within SettingsEditing.")
  return editor
}
