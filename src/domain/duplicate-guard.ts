/** The merchant's rule about equal purchases of one client within a short time. */
export interface DuplicateGuard {
  /** Whether an equal purchase must be confirmed. */
  readonly enabled: boolean
  /** How long after a purchase an equal one must be confirmed, in seconds. */
  readonly window_seconds: number
}

/** The rule of a new store. */
export const DEFAULT_DUPLICATE_GUARD: DuplicateGuard = { enabled: true, window_seconds: 120 }

/** The shortest and the longest window, in seconds. */
export const DUPLICATE_WINDOW_BOUNDS = [10, 86_400] as const
