import type { Flavor } from "./scopes"

/** The rate limit windows with their seconds. Each starts with the minute, hour or day in UTC. */
export const WINDOWS = { minute: 60, hour: 3600, day: 86_400 } as const
export type Window = keyof typeof WINDOWS

/** The number of calls that a client may make per window; null for no limit. */
export type Limits = Readonly<Record<Window, number | null>>

const AGAINST_ABUSE: Limits = { minute: 600, hour: null, day: null }

/** The limits of a new store (spec: Limits). */
export const DEFAULT_LIMITS: Record<Flavor, Limits> = {
  a2a: { minute: 60, hour: 600, day: 5000 },
  ucp: AGAINST_ABUSE,
  acp: AGAINST_ABUSE,
  app: AGAINST_ABUSE,
}

/** The calls of a client in its current windows. `at` is the time of the count, in seconds since 1970. */
export type Usage = Readonly<Record<Window, number>> & { readonly at: number }

/** The calls of a client in the current windows with their limits; null for no limit. */
export type WindowUse = Readonly<Record<Window, { readonly used: number; readonly limit: number | null }>>

/** The window whose limit is reached, and the seconds until it ends. */
export interface Exceeded {
  readonly window: Window
  readonly limit: number
  readonly retry_after: number
}

/** The longest of the windows whose limit is reached. Undefined if a further call is allowed. */
export function exceededOf(usage: Usage, limits: Limits): Exceeded | undefined {
  const windows = Object.keys(WINDOWS) as Window[]
  const full = windows.filter((window) => usage[window] >= (limits[window] ?? Infinity)).at(-1)
  if (!full) return undefined
  const seconds = WINDOWS[full]
  return {
    window: full,
    limit: limits[full] as number,
    retry_after: Math.ceil(seconds - (usage.at % seconds)),
  }
}
