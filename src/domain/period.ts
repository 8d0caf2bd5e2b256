/** Whole days in UTC, both inclusive: `2026-01-31`. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** The filters of a report for a period. */
export interface PeriodFilter extends Period {
  readonly client_id?: string
  readonly currency?: string
}

const DAY_MS = 86_400_000

/** The day that is this many days earlier. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}

/** The number of days in a period; less than one if it ends before it starts. */
export function daysIn({ from, to }: Period): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1
}

/** The bounds of a period as times: the first inclusive, the second exclusive. */
export function boundsOf({ from, to }: Period): [string, string] {
  return [`${from}T00:00:00Z`, `${daysBefore(to, -1)}T00:00:00Z`]
}

/** The period of the same length that ends on the day before this one. */
export function periodBefore(period: Period): Period {
  const days = daysIn(period)
  return { from: daysBefore(period.from, days), to: daysBefore(period.from, 1) }
}
