const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The ages, in seconds, at which a young payment without a bank update is checked. */
const FIRST_CHECKS = [1, 2, 5, 10, 15].map((minutes) => minutes * MINUTE)

/**
 * The seconds until the next bank check of a payment of this age: 1, 2, 5, 10 and 15 minutes after it was
 * created, then every 30 minutes for a day, then every 6 hours for a week. Null after that.
 */
export function nextCheckIn(age: number): number | null {
  const soon = FIRST_CHECKS.find((check) => check > age)
  if (soon !== undefined) return soon - age
  if (age < DAY) return 30 * MINUTE
  return age < 7 * DAY ? 6 * HOUR : null
}
