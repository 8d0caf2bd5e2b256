import { useEffect, useRef } from "react"

/**
 * Remembers which element had the focus before a prompt opened, and returns the focus to it. A prompt without a
 * trigger passes this to `onCloseAutoFocus`; otherwise keyboard users would start at the top of the page.
 */
export function useFocusBack(is_open = true): (event?: Event) => void {
  const before = useRef<Element | null>(document.activeElement)
  useEffect(() => {
    if (is_open) return
    // A button that waits for the server is disabled and loses the focus, so reading it when the prompt opens is too
    // late.
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) before.current = target
    }
    document.addEventListener("focusin", remember)
    return () => document.removeEventListener("focusin", remember)
  }, [is_open])
  return (event) => {
    event?.preventDefault()
    if (before.current instanceof HTMLElement) before.current.focus()
  }
}
