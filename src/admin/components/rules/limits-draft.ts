import type { Limits, Window } from "../../../domain/rate-limit"

/** The windows in the order in which they are shown. */
export const WINDOWS = ["minute", "hour", "day"] as const satisfies readonly Window[]

/** The number of each window as it is typed, and null for any number. */
export type LimitsDraft = Readonly<Record<Window, string | null>>

/** Limits as they are typed; empty for a window that has none of its own. */
export const limitsDraftOf = (limits: Partial<Limits> | null): LimitsDraft =>
  eachWindow((window) => {
    const limit = limits?.[window]
    if (limit === undefined) return ""
    return limit === null ? null : String(limit)
  })

/** The same where nothing can be taken over from elsewhere: there, empty is any number. */
export const fullDraftOf = (limits: Limits): LimitsDraft =>
  eachWindow((window) => String(limits[window] ?? ""))

/** The limits that were typed, of the windows in which something was. */
export function limitsIn(draft: LimitsDraft): Partial<Limits> | null {
  const typed = WINDOWS.filter((window) => draft[window]?.trim() !== "")
  if (!typed.length) return null
  return Object.fromEntries(typed.map((window) => [window, numberIn(draft[window])]))
}

/** Those of all windows; where nothing was typed, any number. */
export const fullLimitsIn = (draft: LimitsDraft): Limits =>
  eachWindow((window) => numberIn(draft[window]?.trim() ? draft[window] : null))

/** What is no number is nought, which the server refuses. */
const numberIn = (text: string | null) => (text === null ? null : Number(text) || 0)

const eachWindow = <T>(of: (window: Window) => T) =>
  ({ minute: of("minute"), hour: of("hour"), day: of("day") }) as const
