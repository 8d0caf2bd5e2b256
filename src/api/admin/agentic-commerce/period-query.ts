import { z } from "@medusajs/framework/zod"
import { type Period, daysBefore, daysIn } from "../../../domain/period"

const Day = z.iso
  .date("must be a date such as 2026-01-31")
  .refine((day) => day >= "2000-01-01" && day < "2200-01-01", "must be a date such as 2026-01-31")

/** The most days of a report. */
const MOST_DAYS = 366

/** The period of a report: whole days in UTC, both inclusive. */
export const PERIOD = { from: Day.optional(), to: Day.optional() }

/** The query with its period; without one, the thirty days until today. */
export function withPeriod<Query extends Partial<Period>>(query: Query) {
  const to = query.to ?? new Date().toISOString().slice(0, 10)
  return { ...query, to, from: query.from ?? daysBefore(to, 29) }
}

type Rule = readonly [holds: (period: Period) => boolean, message: string]

/** A period does not end before it begins. */
export const NOT_REVERSED: Rule = [(period) => daysIn(period) >= 1, "from must not be after to"]

/** A period has a limited number of days. */
export const NOT_TOO_LONG: Rule = [
  (period) => daysIn(period) <= MOST_DAYS,
  `from and to must span at most ${MOST_DAYS} days`,
]
