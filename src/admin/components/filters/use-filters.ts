import { useEffect, useRef } from "react"
import { useSearchParams } from "react-router-dom"

/** What a list is narrowed to, by the names its API has for that. */
export interface Filters<Name extends string> {
  /** Undefined for what narrows nothing. */
  readonly values: Readonly<Record<Name, string | undefined>>
  readonly is_narrowed: boolean
  /** By how many of them it is narrowed. */
  readonly active: number
  /** Narrows by one; undefined, or nothing, takes it away. */
  set(name: Name, value: string | undefined): void
  /** Takes all of them away. */
  clear(): void
}

/** Filters are kept in the page's address: a reload, a link and the way back show the same list. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) || undefined]))
  const active = Object.values(values).filter(Boolean).length
  // A change may come before the one before it is in the address, and must not undo it.
  const asked = useRef(params)
  useEffect(() => {
    asked.current = params
  }, [params])
  const change = (write: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(asked.current)
    write(next)
    asked.current = next
    // Else the way back would lead through all that was typed.
    setParams(next, { replace: true })
  }
  return {
    values: values as Record<Name, string | undefined>,
    is_narrowed: active > 0,
    active,
    set: (name, value) => change((next) => (value ? next.set(name, value) : next.delete(name))),
    clear: () => change((next) => names.forEach((name) => next.delete(name))),
  }
}
