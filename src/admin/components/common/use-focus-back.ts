import { useEffect, useRef } from "react"

/**
 * Remembers where the focus was before something was laid over the page, and gives it back there. A prompt without a
 * trigger of its own hands this to `onCloseAutoFocus`: else the keyboard begins at the top of the page again.
 */
export function useFocusBack(is_open = true): (event?: Event) => void {
  const before = useRef<Element | null>(document.activeElement)
  useEffect(() => {
    if (is_open) return
    // A button that waits for the server is disabled and loses the focus, so asking when it opens is too late.
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
