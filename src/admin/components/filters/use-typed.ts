import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"

/** The pause after which the entered text applies. */
const PAUSE_MS = 400

interface Typed {
  readonly value: string
  onChange(event: ChangeEvent<HTMLInputElement>): void
  onKeyDown(event: KeyboardEvent): void
  onBlur(): void
}

/** The attributes of an input whose trimmed text applies when the user pauses, presses Enter or leaves the field. */
export function useTyped(value: string, commit: (text: string) => void): Typed {
  // The text belongs to the value it was entered over. When that value is changed elsewhere, the new value is shown.
  const [typed, setTyped] = useState({ text: value, over: value })
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(pause.current), [])
  const text = typed.over === value ? typed.text : value
  const finish = (last: string) => {
    clearTimeout(pause.current)
    const whole = last.trim()
    if (whole === value) return
    setTyped({ text: last, over: whole })
    commit(whole)
  }
  return {
    value: text,
    onChange({ target }) {
      clearTimeout(pause.current)
      setTyped({ text: target.value, over: value })
      pause.current = setTimeout(finish, PAUSE_MS, target.value)
    },
    onKeyDown: ({ key }) => key === "Enter" && finish(text),
    onBlur: () => finish(text),
  }
}
