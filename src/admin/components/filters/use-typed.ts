import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"

/** After how long a pause what was typed counts. */
const PAUSE_MS = 400

interface Typed {
  readonly value: string
  onChange(event: ChangeEvent<HTMLInputElement>): void
  onKeyDown(event: KeyboardEvent): void
  onBlur(): void
}

/** What an input needs whose text counts, without the spaces around it, once it is typed: after a pause, by Enter, or when it is left. */
export function useTyped(value: string, commit: (text: string) => void): Typed {
  // Text belongs to the value it was typed over: when that is changed from elsewhere, it is shown as it is.
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
