import { useEffect, useState } from "react"
import type { SettingsChange } from "../../../modules/policy/models/settings"
import { pathsIn, type Refusal, refusalIn } from "../../api/refusal"
import { changeSettings, SETTINGS_PATH } from "../../api/settings"
import { useChange } from "../../api/use-change"
import { useText } from "../../i18n/use-text"
import type { SectionDraft } from "./settings-editor"
import { type SettingsTab, useSettingsTab } from "./tabs"

const NONE: ReadonlySet<SettingsTab> = new Set()

/**
 * Saves all changed sections with one request. If a section cannot be saved, nothing is: the tabs with errors are in
 * `wrong`, and one of them is shown. What is edited while the request runs stays unsaved. Without changes there are no
 * errors.
 */
export function useSaveSettings(sections: () => readonly SectionDraft[], changed: number) {
  const t = useText()
  const [tab, show] = useSettingsTab()
  const [wrong, setWrong] = useState(NONE)
  const change = useChange(changeSettings, {
    done: t("common.saved"),
    path: SETTINGS_PATH,
    shows_failure: true,
  })
  const { reset, isPending } = change
  useEffect(() => {
    // A reset while a request runs would hide its error, and lose what is edited meanwhile.
    if (changed || isPending) return
    setWrong(NONE)
    reset()
  }, [changed, isPending, reset])
  const mark = (tabs: readonly SettingsTab[]) => {
    setWrong(tabs.length ? new Set(tabs) : NONE)
    const [first] = tabs
    if (first && !tabs.includes(tab)) show(first)
  }
  const save = () => {
    if (isPending) return
    const edited = sections().filter((section) => section.changed)
    const parts = edited.map((section) => ({ section, part: section.read() }))
    const unsendable = parts.filter(({ part }) => !part).map(({ section }) => section.tab)
    mark(unsendable)
    if (unsendable.length || !parts.length) return
    const settings: SettingsChange = Object.assign({}, ...parts.map(({ part }) => part))
    change.mutate(settings, {
      onSuccess: () => edited.forEach((section) => section.settle()),
      onError: (error) => mark(refusedTabs(parts, refusalIn(error))),
    })
  }
  const discard = () => sections().forEach((section) => section.discard())
  return { save, discard, wrong, error: change.error, is_busy: isPending }
}

interface Part {
  readonly section: SectionDraft
  readonly part: SettingsChange | undefined
}

/** The tabs of the sections whose settings the server refused. */
const refusedTabs = (parts: readonly Part[], refusal: Refusal) =>
  parts
    .filter(({ part = {} }) => Object.keys(part).some((member) => pathsIn(refusal, member).length > 0))
    .map(({ section }) => section.tab)
