import { useEffect, useRef } from "react"
import { useSearchParams } from "react-router-dom"
import { searchTextIn } from "../../../domain/list-search"

/** The active filters of a list, under their names in the API. */
export interface Filters<Name extends string> {
  /** Undefined for a filter that is not set. */
  readonly values: Readonly<Record<Name, string | undefined>>
  readonly is_narrowed: boolean
  /** How many filters are set. */
  readonly active: number
  /** Sets a filter; undefined or an empty string clears it. */
  set(name: Name, value: string | undefined): void
  /** Clears all filters. */
  clear(): void
}

/** Filters are stored in the page's URL, so that a reload, a link and the back button show the same list. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, valueIn(params, name) || undefined]))
  const active = Object.values(values).filter(Boolean).length
  // A change may happen before the previous one is in the URL, and must not undo it.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const change = (write: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(latest.current)
    write(next)
    latest.current = next
    // Replaces the entry in the history, because otherwise the back button would go through every keystroke.
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

/** The address may have been typed, so its search text is one that the lists accept. */
function valueIn(params: URLSearchParams, name: string): string | null {
  const value = params.get(name)
  return value && name === "q" ? searchTextIn(value) : value
}
