import { useEffect, useRef } from "react"
import { useBlocker } from "react-router-dom"
import { useText } from "../../i18n/use-text"
import { useConfirm } from "../common/use-confirm"

/** While there are unsaved changes, leaving the page needs a confirmation. Another tab of the page does not. */
export function useConfirmLeaving(has_changes: boolean): void {
  const t = useText()
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => has_changes && currentLocation.pathname !== nextLocation.pathname
  )
  const question = {
    title: t("settings_page.leave_title"),
    about: t("settings_page.leave_about"),
    action: t("settings_page.leave"),
  }
  const ask = useRef(() => confirm(question))
  ask.current = () => confirm(question)
  useEffect(() => {
    if (blocker.state === "blocked")
      void ask.current().then((is_wanted) => (is_wanted ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!has_changes) return
    const prevent = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener("beforeunload", prevent)
    return () => window.removeEventListener("beforeunload", prevent)
  }, [has_changes])
}
