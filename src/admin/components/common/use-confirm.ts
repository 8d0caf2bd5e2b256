import { usePrompt } from "@medusajs/ui"
import { useText } from "../../i18n/use-text"

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
  return ({ title, about, action, is_harmless }) =>
    prompt({
      title,
      description: about,
      confirmText: action,
      cancelText: t("common.cancel"),
      variant: is_harmless ? "confirmation" : "danger",
    })
}
