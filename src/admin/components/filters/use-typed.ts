import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"

/** The pause after which the entered text applies. */
const PAUSE_MS = 400

interface Typed {
  readonly value: string
  onChange(event: ChangeEvent<HTMLInputElement>): void
  onKeyDown(event: KeyboardEvent): void
  onBlur(): void
}

/** An entered text, and the value that it was entered over. */
interface Entered {
  readonly text: string
  readonly over: string
  /** The value that the text has become, until the caller passes it. */
  readonly becomes?: string
}

/** The attributes of an input whose trimmed text applies when the user pauses, presses Enter or leaves the field. */
export function useTyped(value: string, commit: (text: string) => void): Typed {
  const [entered, setEntered] = useState<Entered>({ text: value, over: value })
  if (entered.becomes === value) setEntered({ text: entered.text, over: value })
  // When the value is changed elsewhere, the new value is shown.
  const text = entered.over === value || entered.becomes === value ? entered.text : value
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  useEffect(() => () => clearTimeout(pause.current), [])
  const finish = (last: string) => {
    clearTimeout(pause.current)
    const whole = last.trim()
    if (whole === latest.current) return
    setEntered((one) => ({ ...one, text: last, becomes: whole }))
    commit(whole)
  }
  return {
    value: text,
    onChange({ target }) {
      clearTimeout(pause.current)
      setEntered((one) => ({ ...one, text: target.value, over: value }))
      pause.current = setTimeout(finish, PAUSE_MS, target.value)
    },
    onKeyDown: ({ key }) => key === "Enter" && finish(text),
    onBlur: () => finish(text),
  }
}
