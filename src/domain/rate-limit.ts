import type { Flavor } from "./scopes"

/** The windows calls are counted in, with their seconds. Each begins with the clock's own minute, hour or day in UTC. */
export const WINDOWS = { minute: 60, hour: 3600, day: 86_400 } as const
export type Window = keyof typeof WINDOWS

/** How many calls of one client a window takes; null for any number. */
export type Limits = Readonly<Record<Window, number | null>>

const AGAINST_ABUSE: Limits = { minute: 600, hour: null, day: null }

/** The limits of a new store (spec: Limits). */
export const DEFAULT_LIMITS: Record<Flavor, Limits> = {
  a2a: { minute: 60, hour: 600, day: 5000 },
  ucp: AGAINST_ABUSE,
  acp: AGAINST_ABUSE,
  app: AGAINST_ABUSE,
}

/** The calls a client has made in the windows that `at`, in seconds since 1970, lies in. */
export type Usage = Readonly<Record<Window, number>> & { readonly at: number }

/** The calls of a client in the windows that are now, and how many each takes; null for any number. */
export type WindowUse = Readonly<Record<Window, { readonly used: number; readonly limit: number | null }>>

/** Why a call is one too many, and in how many seconds the next will not be. */
export interface Exceeded {
  readonly window: Window
  readonly limit: number
  readonly retry_after: number
}

/** The fullest refusal: of the windows that take no further call, the one that stays full for longest. */
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
