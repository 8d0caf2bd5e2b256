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

/** The limits of one network that browses without a token, in a new store. */
export const DEFAULT_ANONYMOUS_LIMITS: Limits = { minute: 60, hour: 1000, day: null }

/** The calls of a client in its current windows. `at` is the time of the count, in seconds since 1970. */
export type Usage = Readonly<Record<Window, number>> & { readonly at: number }

/** The usage after a call. A call that was not `counted`, because a limit is reached, is not part of it. */
export type CountedUsage = Usage & { readonly counted: boolean }

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
  return { window: full, limit: limits[full] as number, retry_after: secondsLeft(full, usage.at) }
}

/** The whole seconds until a window ends, 1 to its length: rounded up, so that no client retries too early. */
function secondsLeft(window: Window, at: number): number {
  const seconds = WINDOWS[window]
  return Math.ceil(seconds - (at % seconds))
}

/**
 * The response headers that tell a client its limits and what is left of them (draft-ietf-httpapi-ratelimit-headers-11,
 * "RateLimit header fields for HTTP", sections 3 and 4). Each window with a limit is one quota policy: `q` is its
 * limit and `w` its length, `r` the calls that are left and `t` the seconds until it ends. Empty without limits.
 */
export function rateLimitHeaders(usage: Usage, limits: Limits): Record<string, string> {
  const policies: string[] = []
  const current: string[] = []
  for (const window of Object.keys(WINDOWS) as Window[]) {
    const limit = limits[window] ?? null
    if (limit === null) continue
    policies.push(`"${window}";q=${limit};w=${WINDOWS[window]}`)
    current.push(`"${window}";r=${Math.max(0, limit - usage[window])};t=${secondsLeft(window, usage.at)}`)
  }
  return policies.length ? { "RateLimit-Policy": policies.join(", "), RateLimit: current.join(", ") } : {}
}
