import { daysBefore, daysIn } from "../period"
import { MOST_FILE_DAYS } from "./limits"
import { dayIn, instantIn, type Moment } from "./moment"
import { BankFileError } from "./problem"

/** The days of a file, both inclusive, and the instants of the file in milliseconds. */
export interface FilePeriod {
  readonly from: string
  readonly to: string
  readonly begin: number
  /** The end of the last day. */
  readonly end: number
  /** Until when the file has all operations: earlier than `end` if the last day was not over when it was exported. */
  readonly complete_until: number
}

/**
 * The period from the first to the last day. A file that was exported today cannot have the rest of today, so it is complete
 * until its last operation; without a time of day, until the day before. Null without dates. Throws BankFileError for a
 * period of more than `MOST_FILE_DAYS`.
 */
export function periodOf(moments: readonly Moment[], time_zone: string, now: number): FilePeriod | null {
  const days = moments.map(({ day }) => day).sort()
  const [from, to] = [days[0], days.at(-1)]
  if (!from || !to) return null
  if (daysIn({ from, to }) > MOST_FILE_DAYS) throw new BankFileError([{ reason: "period_too_long" }])
  const midnight = (day: string) => instantIn(time_zone, `${day}T00:00:00`)
  const end = midnight(daysBefore(to, -1))
  const times = moments.flatMap(({ day, at }) => (day === to && at !== null ? at : []))
  const isOver = to < dayIn(time_zone, now)
  const complete_until = isOver ? end : times.reduce((last, at) => Math.max(last, at), midnight(to))
  return { from, to, begin: midnight(from), end, complete_until }
}
