import { useEffect, useRef } from "react"
import { type SettingsTab, useSettingsTab } from "./tabs"

const FIELD = "[role=tabpanel]:not([hidden]) [aria-invalid=true]"

/** Focuses the first field with an error, once for each set of tabs with errors, as soon as its tab is shown. */
export function useFocusOnError(wrong: ReadonlySet<SettingsTab>): void {
  const [tab] = useSettingsTab()
  const handled = useRef(wrong)
  // The server's errors reach the fields after the set, so every render looks for the field until there is one.
  useEffect(() => {
    if (handled.current === wrong || !wrong.has(tab)) return
    const field = document.querySelector<HTMLElement>(FIELD)
    if (!field) return
    handled.current = wrong
    field.scrollIntoView({ block: "center" })
    field.focus({ preventScroll: true })
  })
}
