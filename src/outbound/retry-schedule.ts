const [SECOND, MINUTE, HOUR] = [1, 60, 3600]

/** The pauses after each failure, about 76 hours in total. */
const PAUSES = [
  2 * SECOND,
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/**
 * After more failures than this the pauses vary randomly, so that receivers that failed together are not called
 * together again.
 */
const FIXED_PAUSES = 2
const SPREAD = 0.1

const MAX_RETRY_AFTER = 24 * HOUR

/**
 * The seconds to wait after the `failures`-th consecutive failure, or the receiver's `retry_after_seconds` if that is
 * longer, up to a day. Undefined when there is no further attempt.
 */
export function pauseAfter(failures: number, retry_after_seconds = 0): number | undefined {
  const pause = PAUSES[failures - 1]
  if (pause === undefined) return undefined
  const spread = failures > FIXED_PAUSES ? 1 + SPREAD * (2 * Math.random() - 1) : 1
  return Math.max(pause * spread, Math.min(retry_after_seconds, MAX_RETRY_AFTER))
}
