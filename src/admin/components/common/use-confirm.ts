import { usePrompt } from "@medusajs/ui"
import { useState } from "react"
import { useText } from "../../i18n/use-text"
import { useFocusBack } from "./use-focus-back"

interface Question {
  readonly title: string
  /** The effects of the action, and what it leaves unchanged. */
  readonly about: string
  /** The label of the button that confirms. */
  readonly action: string
  readonly is_harmless?: boolean
}

/** Asks the user to confirm an action that cannot be undone. Resolves to whether they confirmed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const t = useText()
  const prompt = usePrompt()
  const [is_open, setOpen] = useState(false)
  const restoreFocus = useFocusBack(is_open)
  return async ({ title, about, action, is_harmless }) => {
    setOpen(true)
    const isConfirmed = await prompt({
      title,
      description: about,
      confirmText: action,
      cancelText: t("common.cancel"),
      variant: is_harmless ? "confirmation" : "danger",
    })
    setOpen(false)
    restoreFocus()
    return isConfirmed
  }
}
