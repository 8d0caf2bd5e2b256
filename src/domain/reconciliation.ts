const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ages, in seconds, at which a payment nobody has heard of is asked for while it is young. */
const FIRST_CHECKS = [1, 2, 5, 10, 15].map((minutes) => minutes * MINUTE)

/**
 * How long to wait, in seconds, before the bank is asked again for a payment of this age: 1, 2, 5, 10 and 15 minutes
 * after it was made, then every 30 minutes for a day, then every 6 hours for a week; then never, which is null.
 */
export function nextCheckIn(age: number): number | null {
  const soon = FIRST_CHECKS.find((check) => check > age)
  if (soon !== undefined) return soon - age
  if (age < DAY) return 30 * MINUTE
  return age < 7 * DAY ? 6 * HOUR : null
}
