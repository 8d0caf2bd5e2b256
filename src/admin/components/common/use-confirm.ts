import { usePrompt } from "@medusajs/ui"
import { useState } from "react"
import { useText } from "../../i18n/use-text"
import { useFocusBack } from "./use-focus-back"

interface Question {
  readonly title: string
  /** What will happen, and what will not. */
  readonly about: string
  /** What the button says that does it. */
  readonly action: string
  readonly is_harmless?: boolean
}

/** Asks before something that cannot be taken back; whether it is wanted. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const t = useText()
  const prompt = usePrompt()
  const [is_asking, setAsking] = useState(false)
  const giveFocusBack = useFocusBack(is_asking)
  return async ({ title, about, action, is_harmless }) => {
    setAsking(true)
    const is_wanted = await prompt({
      title,
      description: about,
      confirmText: action,
      cancelText: t("common.cancel"),
      variant: is_harmless ? "confirmation" : "danger",
    })
    setAsking(false)
    giveFocusBack()
    return is_wanted
  }
}
