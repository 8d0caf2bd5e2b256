/** Whole days in UTC, both included: `2026-01-31`. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** What of a period is asked for. */
export interface PeriodFilter extends Period {
  readonly client_id?: string
  readonly currency?: string
}

const DAY_MS = 86_400_000

/** The day so many days before another. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days a period has; less than one when it ends before it begins. */
export function daysIn({ from, to }: Period): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1
}

/** The bounds of a period for a column of times: from the first on, before the second. */
export function boundsOf({ from, to }: Period): [string, string] {
  return [`${from}T00:00:00Z`, `${daysBefore(to, -1)}T00:00:00Z`]
}
