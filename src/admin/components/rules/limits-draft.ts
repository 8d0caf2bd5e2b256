import type { Limits, Window } from "../../../domain/rate-limit"

/** The windows in their display order. */
export const WINDOWS = ["minute", "hour", "day"] as const satisfies readonly Window[]

/** The entered limit of each window; null for no limit. */
export type LimitsDraft = Readonly<Record<Window, string | null>>

/** The draft of an agent's limits; empty for a window without an own limit. */
export const limitsDraftOf = (limits: Partial<Limits> | null): LimitsDraft =>
  eachWindow((window) => {
    const limit = limits?.[window]
    if (limit === undefined) return ""
    return limit === null ? null : String(limit)
  })

/** The same for a channel, which inherits no limits: empty means no limit. */
export const fullDraftOf = (limits: Limits): LimitsDraft =>
  eachWindow((window) => String(limits[window] ?? ""))

/** The entered limits, only of windows that are not empty; null when all are. */
export function limitsIn(draft: LimitsDraft): Partial<Limits> | null {
  const typed = WINDOWS.filter((window) => draft[window]?.trim() !== "")
  if (!typed.length) return null
  return Object.fromEntries(typed.map((window) => [window, numberIn(draft[window])]))
}

/** The entered limits of all windows; null for an empty window means no limit. */
export const fullLimitsIn = (draft: LimitsDraft): Limits =>
  eachWindow((window) => numberIn(draft[window]?.trim() ? draft[window] : null))

/** Text that is no number becomes 0, which the server refuses. */
const numberIn = (text: string | null) => (text === null ? null : Number(text) || 0)

const eachWindow = <T>(of: (window: Window) => T) =>
  ({ minute: of("minute"), hour: of("hour"), day: of("day") }) as const
