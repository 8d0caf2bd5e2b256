const [SECOND, MINUTE, HOUR] = [1, 60, 3600]

/** The pauses after each failure: about 76 hours in all. */
const PAUSES = [
  ...[2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
]

/** From here on receivers that failed together are not called together again. */
const FIRST_SPREAD = 2
const SPREAD = 0.1

const LONGEST_WISH = 24 * HOUR

/**
 * The seconds to wait after the `failures`-th failure in a row, or what the receiver asks for where that is longer, at
 * most a day. Undefined when it is not tried any more.
 */
export function pauseAfter(failures: number, retry_after_seconds = 0): number | undefined {
  const pause = PAUSES[failures - 1]
  if (pause === undefined) return undefined
  const spread = failures > FIRST_SPREAD ? 1 + SPREAD * (2 * Math.random() - 1) : 1
  return Math.max(pause * spread, Math.min(retry_after_seconds, LONGEST_WISH))
}
